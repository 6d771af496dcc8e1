#!/bin/bash
# Starts a throwaway S3 service for tests: one Ceph monitor, one in-memory OSD and a RADOS gateway, on loopback.
#
#   apt-get install -y --no-install-recommends ceph-mon ceph-osd radosgw ceph-common
#   scripts/start-ceph-rgw.sh FOLDER [PORT]     starts it, its data and logs in FOLDER (made, or an earlier one's);
#                                               prints the TEST_S3_* variables to export
#   scripts/start-ceph-rgw.sh --stop FOLDER     stops it and removes FOLDER
#
# Needs no root and no systemd. Listens on PORT (default 7480), PORT+1 and PORT+2. Everything in it is lost when it ends.
set -euo pipefail

readonly MARK=stele-ceph-test
readonly ACCESS_KEY=stele-test
readonly SECRET_KEY=stele-test-secret

fail() { echo "start-ceph-rgw: $*" >&2; exit 1; }

stop() {
  local name pid_file pid
  # The gateway first: it can't end without the others.
  for name in rgw osd mon; do
    pid_file=$folder/$name.pid
    [[ -e $pid_file ]] || continue
    pid=$(<"$pid_file")
    # Only a process that was started for this folder: pids are reused.
    tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null | grep -qF "$folder/ceph.conf" || continue
    kill "$pid"
    for _ in $(seq 100); do
      kill -0 "$pid" 2>/dev/null || continue 2
      sleep 0.1
    done
    kill -KILL "$pid" 2>/dev/null || true
  done
}

if [[ ${1:-} == --stop ]]; then
  folder=$(realpath -m "${2:?the folder}")
  [[ -e $folder/$MARK ]] || fail "$folder isn't a folder of this script"
  stop
  rm -rf "$folder"
  exit
fi

folder=$(realpath -m "${1:?a folder for data and logs}")
port=${2:-7480}
[[ $port =~ ^[0-9]+$ ]] || fail "$port isn't a port"
for program in ceph ceph-mon ceph-osd monmaptool radosgw radosgw-admin; do
  command -v "$program" >/dev/null || fail "$program is missing: apt-get install --no-install-recommends ceph-mon ceph-osd radosgw ceph-common"
done
if [[ -e $folder/$MARK ]]; then
  stop
  rm -rf "$folder"
elif [[ -e $folder && -n $(ls -A "$folder") ]]; then
  fail "$folder is not empty"
fi
mkdir -p "$folder"/{mon,osd,run,log}
touch "$folder/$MARK"

fsid=$(</proc/sys/kernel/random/uuid)
monitor="[v2:127.0.0.1:$((port + 1)),v1:127.0.0.1:$((port + 2))]"
export CEPH_CONF=$folder/ceph.conf
cat >"$CEPH_CONF" <<CONF
[global]
fsid = $fsid
mon host = $monitor
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
public addr = 127.0.0.1
cluster addr = 127.0.0.1
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
mon allow pool size one = true
osd crush chooseleaf type = 0
# In memory, which it takes as it is written to; once it is full, writes hang.
osd objectstore = memstore
memstore device bytes = 8589934592
run dir = $folder/run
admin socket = $folder/run/\$name.asok
log file = $folder/log/\$name.log

[mon.a]
mon data = $folder/mon

[osd.0]
osd data = $folder/osd

[client.rgw.a]
keyring = $folder/none
rgw frontends = beast endpoint=127.0.0.1:$port
CONF

# The daemons outlive this script: they hold none of its pipes, or a reader of its output would wait for them.
start() {
  local name=$1
  shift
  setsid "$@" -c "$CEPH_CONF" -f >"$folder/log/$name.out" 2>&1 </dev/null &
  echo $! >"$folder/$name.pid"
}

ceph-authtool --create-keyring "$folder/keyring" --gen-key -n mon. --cap mon 'allow *' >/dev/null
monmaptool --create --fsid "$fsid" --addv a "$monitor" "$folder/monmap" >/dev/null
ceph-mon --mkfs -i a --monmap "$folder/monmap" --keyring "$folder/keyring" 2>/dev/null
start mon ceph-mon -i a
osd=$(</proc/sys/kernel/random/uuid)
timeout 30 ceph osd new "$osd" >/dev/null 2>&1 || fail "the monitor doesn't answer, see $folder/log"
ceph-osd -i 0 --mkfs --osd-uuid "$osd" >/dev/null 2>&1
start osd ceph-osd -i 0
start rgw radosgw -n client.rgw.a
timeout 60 radosgw-admin user create --uid=stele-test --display-name='Stele tests' \
  --access-key="$ACCESS_KEY" --secret-key="$SECRET_KEY" >/dev/null 2>&1 || fail "no user could be made, see $folder/log"

for _ in $(seq 150); do
  if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
    echo "export TEST_S3_ENDPOINT=http://127.0.0.1:$port"
    echo "export TEST_S3_ACCESS_KEY_ID=$ACCESS_KEY"
    echo "export TEST_S3_SECRET_ACCESS_KEY=$SECRET_KEY"
    exit
  fi
  sleep 0.2
done
fail "the gateway doesn't listen, see $folder/log"
