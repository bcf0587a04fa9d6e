# One program for all of it (start, probe, tests, stop): when it ends, for whatever reason, nothing it started is left.
# Commands come from the epic, as those of every check do, and are handed over as words. What answers at the address
# before the application was started, or once it is gone, is somebody else: that proves nothing.
export PORT
if [ "$5" = url ] && sh -c "$2" >/dev/null 2>&1; then
  echo 'something else answers there already: it would be tested instead of the application'
  exit 1
fi
sh -c "$1" &
app=$!
gone=
ended() {
  if [ -n "$gone" ] || kill -0 "$app" 2>/dev/null; then return; fi
  wait "$app" || { echo "the application ended with $? before it was ready"; exit 1; }
  gone=yes
}
while [ -n "$2" ]; do
  if sh -c "$2" >/dev/null 2>&1; then ended; break; fi
  ended
  sleep 0.2
done
echo "$6"
sh -c "$3"
code=$?
if [ -n "$4" ]; then sh -c "$4"; fi
exit "$code"
