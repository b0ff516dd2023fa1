cat > input <<'SQL'
CREATE DATABASE p;
USE p;
CREATE TABLE t (t TEXT CHARACTER SET utf8mb4);
SET SESSION sql_mode = 'STRICT_ALL_TABLES';
INSERT INTO t VALUES (X'EDA080');
SELECT HEX(t) AS seen FROM t;
SQL
mkdir data && chmod 777 . data
user= && test "$(id -u)" != 0 || user=--user=nobody
/usr/sbin/mariadbd --no-defaults --datadir="$(pwd)/data" $user --skip-networking --skip-innodb \
  --default-storage-engine=MyISAM --skip-grant-tables --socket=sql > messages 2>&1 &
cd data
tries=0
until mariadb --no-defaults --socket=sql -e 'SELECT 1' > ../ready 2>&1; do
  tries=$((tries + 1)) && test $tries -lt 300 || exit 1
  sleep 0.1
done
seen=$(mariadb --no-defaults --socket=sql -N < ../input 2> ../error)
kill $! && wait
case "$seen $(cat ../error)" in
  "EDA080 ") echo well-formed ;;
  *"ERROR 1366"*) echo ill-formed ;;
  *) cat ../error ;;
esac
