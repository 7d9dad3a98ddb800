#!/usr/bin/env bash
# Guess: a ZIP entry whose size follows its bytes is read correctly by programs that read from the beginning, if only it is
# deflated: a nested archive's own marks cannot be mistaken for the end of the entry then.
# Behavior: unzipper 0.12.5's Parse looks for the mark of the descriptor in the compressed bytes. Deflate writes what does
# not get smaller as it is, so the marks of an archive that holds a picture stand in the deflated bytes, too. The entry
# ends too early, with an ordinary error, while the same archive is read whole by its directory, and also from its beginning
# if the sizes stand in front (yazl's addBuffer).
# Source: unzipper/lib/parse.js (pull up to 0x08074b50); RFC 1951, 3.2.4; APPNOTE 6.3.10, 4.3.9.
# Why it matters: a firm's case file is an archive of DOCX, XLSX and ZIP files; nobody notices what a reader leaves out.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent unzipper@0.12.5 yazl@3.3.1
cat > try.cjs <<'JS'
const { createCipheriv } = require("node:crypto");
const { Readable } = require("node:stream");
const { buffer } = require("node:stream/consumers");
const unzipper = require("unzipper");
const yazl = require("yazl");
/** Like a photograph: no compression makes it smaller. */
const picture = (seed) => createCipheriv("aes-128-ctr", String(seed).padEnd(16), Buffer.alloc(16)).update(Buffer.alloc(700_000));
async function pack(add) {
  const zip = new yazl.ZipFile();
  add(zip);
  zip.end();
  return buffer(zip.outputStream);
}
async function readWhole(archive, wanted) {
  try {
    let found = null;
    const parser = Readable.from([archive]).pipe(unzipper.Parse());
    parser.on("entry", (entry) => void entry.buffer().then((bytes) => (found ??= bytes), () => undefined));
    await parser.promise();
    return found !== null && found.equals(wanted);
  } catch {
    return false;
  }
}
(async () => {
  const add = (zip, n) => zip.addReadStream(Readable.from([picture(n)]), `photo${n}.jpg`, { compress: false });
  const document = await pack((zip) => [1, 2, 3].forEach((n) => add(zip, n)));
  const behind = await pack((zip) => zip.addReadStream(Readable.from([document]), "document.zip", { compressionLevel: 6 }));
  const front = await pack((zip) => zip.addBuffer(document, "document.zip", { compress: false }));
  const directory = await unzipper.Open.buffer(behind);
  const result = {
    "size behind, deflated, by the directory": (await directory.files[0].buffer()).equals(document),
    "size behind, deflated, from the beginning": await readWhole(behind, document),
    "size in front, from the beginning": await readWhole(front, document),
  };
  console.log(`unzipper ${require("unzipper/package.json").version}, yazl ${require("yazl/package.json").version}`, result);
  process.exit(JSON.stringify(Object.values(result)) === "[true,false,true]" ? 0 : 1);
})();
JS
node try.cjs
