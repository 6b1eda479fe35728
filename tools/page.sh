#!/bin/sh
# page.sh SOURCE TARGET FILE...: the page as the server serves it. The files (web/NAME) of the
# folder SOURCE go to TARGET/NAME, each with NAME.gz beside it. TARGET/VERSION holds a digest of all
# of them, and index.html finds the others below v-DIGEST/: browsers may keep them for ever.
set -eu
source=$1 target=$2
shift 2
rm -rf "$target" "$target.new"
mkdir "$target.new"
for file; do
    case $file in web/*) ;; *) continue ;; esac
    name=${file#web/}
    found=$file
    test -f "$found" || found=$source/$file
    mkdir -p "$(dirname "$target.new/$name")"
    cp "$found" "$target.new/$name"
    chmod 644 "$target.new/$name"
done
cd "$target.new"
version=$(find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -c 1-16)
sed "s,\\(href\\|src\\)=\"\\([a-z_/]*\\.[a-z]*\\)\",\\1=\"v-$version/\\2\",g" index.html >index.new
mv index.new index.html
find . -type f -exec gzip -9nk {} +
echo "$version" >VERSION
cd - >/dev/null
mv "$target.new" "$target"
