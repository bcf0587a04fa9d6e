# Shows the hook what `git commit` would: HEAD at the base, the change staged. A hook judges and does not edit: a commit
# for which it stages anything else is refused with the difference, and everything else it writes goes with the checkout.
# `CI` is unset because hooks commonly do nothing there; husky runs files without `#!` by `sh -e`. 99: it could not be asked.
name=$1 hook=$2 text=$3 base=$4; shift 4; unset CI; export GIT_EDITOR=:
if [ -n "$text" ]; then
  mkdir -p .git/hooks && printf '%s' "$text" >"$hook" && chmod +x "$hook" || exit 99
fi
judged=$(git rev-parse HEAD) && git reset --quiet --soft "$base" || exit 99
ask() { "./$hook" "$@" >&2; }
case $hook in .husky/*)
  PATH="$PWD/node_modules/.bin:$PATH"
  if [ ! -e .husky/_/husky.sh ]; then mkdir -p .husky/_ && : >.husky/_/husky.sh; fi
  case $(head -c 2 "$hook") in '#!') chmod +x "$hook" ;; *) ask() { sh -e "$hook" "$@" >&2; } ;; esac
esac
if [ "$name" = pre-commit ]; then
  ask; code=$?
  if [ "$code" = 0 ] && git diff --cached --quiet "$judged"; then exit 0; fi
  git --no-pager diff --no-color --no-ext-diff "$judged" | head -c 20000
  if [ "$code" = 0 ]; then code=1; echo 'the hook staged changes of its own' >&2; fi
  exit "$code"
fi
file=.git/COMMIT_EDITMSG
for asked; do
  case $asked in
  commit:*) git log -1 --format=%B "${asked#commit:}" >"$file" ;;
  *) printf '%s\n' "${asked#message:}" >"$file" ;;
  esac || exit 99
  ask "$file" || { code=$?; echo "refused message: $(head -n 1 "$file")" >&2; exit "$code"; }
done
