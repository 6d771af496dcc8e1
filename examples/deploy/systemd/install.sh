#!/usr/bin/env bash
# Installs Stele on a server with Debian 12 and systemd, without containers: PostgreSQL, Redis, Caddy, Node.js 24, and Stele
# from npm. Run it as root: `DOMAIN=cms.example.org ./install.sh`. Run it again to upgrade; data and secrets stay.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
: "${DOMAIN:?Say the domain of the admin: DOMAIN=cms.example.org}"
version=${STELE_VERSION:-latest}

if [ "$(node --version 2>/dev/null | sed 's/^v\([0-9]*\).*/\1/')" != 24 ]; then
  echo 'Install Node.js 24 as /usr/bin/node first: https://nodejs.org/en/download' >&2
  exit 1
fi
apt-get install --yes postgresql redis-server caddy

id stele >/dev/null 2>&1 || useradd --system --home-dir /var/lib/stele --shell /usr/sbin/nologin stele
install --directory --mode 0700 /etc/stele
install --directory --mode 0700 --owner stele --group stele /var/backups/stele
if [ ! -e /etc/stele/stele.env ]; then
  secret() { openssl rand -hex 32; }
  password=$(secret)
  install --mode 0600 /dev/null /etc/stele/stele.env
  cat >/etc/stele/stele.env <<ENV
API_URL=https://api.$DOMAIN
ADMIN_URL=https://$DOMAIN
CONTENT_URL=https://content.$DOMAIN
STELE_DATA_DIR=/var/lib/stele
STELE_TRUST_PROXY=1
DATABASE_URL=postgres://stele:$password@127.0.0.1:5432/stele
REDIS_URL=redis://127.0.0.1:6379
STELE_AUTH_SECRET=$(secret)
STELE_ENCRYPTION_KEYS=first:$(openssl rand -base64 32)
STELE_UPLOAD_KEY=$(secret)
STELE_PROXY_SECRET=$(secret)
STELE_OPERATOR_SECRET=$(secret)
STELE_BACKUP_PLACE=/var/backups/stele
STELE_BACKUP_PASSPHRASE=$(secret)
ENV
  su postgres -c psql >/dev/null <<SQL
CREATE ROLE stele LOGIN PASSWORD '$password';
CREATE DATABASE stele OWNER stele;
SQL
fi

npm install --prefix /opt/stele --omit=dev "@stele/server@$version"
# systemd reads them as root. Each part gets its own, and no other file.
chmod 0600 /etc/stele/stele.env
node /opt/stele/node_modules/@stele/server/dist/main.js split-settings /etc/stele/stele.env /etc/stele
install --mode 0644 "$here"/stele@.service "$here"/stele-backup.service "$here"/stele-backup.timer /etc/systemd/system/
install -D --mode 0644 "$here"/admin-user.conf /etc/systemd/system/stele@admin.service.d/user.conf
install --mode 0644 "$here"/../Caddyfile /etc/caddy/Caddyfile
install --directory /etc/systemd/system/caddy.service.d
cat >/etc/systemd/system/caddy.service.d/stele.conf <<UNIT
[Service]
Environment=DOMAIN=$DOMAIN ADMIN_UPSTREAM=127.0.0.1:3001 API_UPSTREAM=127.0.0.1:3000 CONTENT_UPSTREAM=127.0.0.1:3002
UNIT
systemctl daemon-reload
systemctl enable --now stele-backup.timer stele@api stele@content stele@admin caddy
systemctl restart stele@api stele@content stele@admin caddy
echo "Stele runs at https://$DOMAIN. The code for the first owner: journalctl --unit stele@api --grep code"
echo 'Keep a copy of /etc/stele/stele.env on another machine: without its keys and its passphrase, backups cannot be read.'
