#!/usr/bin/env bash
# Guess: a library of pictures that reads a fax, a TIFF of several pages, reads its pages, or says that it read one;
# and a page that is written as a PNG has the shape that it had on paper.
# Behavior: of a fax of three pages sharp 0.35.5 and jimp 1.6.1 return the first one, without an error. sharp tells of
# the others in its metadata, and reads them with `pages: -1`, as one picture that is three times as high; jimp does
# neither. And faxes of "standard" resolution have 204 dots to the inch across and 98 down: a page of letter size is
# 1728 by 1078, and both write a PNG that is wider than it is high, in which circles and letters are half as high. The
# `density` of sharp is 204 and says nothing of the other.
# Version: sharp 0.35.5, jimp 1.6.1. Source: TIFF 6.0, section 2 (several images in one file) and section 8
# (XResolution and YResolution); RFC 2306 (TIFF-F, faxes in 204 by 98 or 196); both libraries as they ran.
# Why it matters: providers and adjusters answer by fax, and gateways store faxes as such files. Behind a cover sheet
# are the records: a preview or the text of the first page is that of the cover. The product stores a fax as it came,
# and makes no picture of it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent sharp@0.35.5 jimp@1.6.1
npm ls --depth=0 | tail -n +2
cat > try.mjs <<'JS'
import { deepStrictEqual } from "node:assert";
import { Jimp } from "jimp";
import sharp from "sharp";
const [width, height, pages] = [1728, 1078, 3];
// White pages; page n has n black bars.
const pixels = Buffer.alloc(width * height * pages, 255);
for (let page = 0; page < pages; page += 1)
  for (let bar = 0; bar <= page; bar += 1) {
    const top = page * height + 100 + bar * 50;
    pixels.fill(0, top * width, (top + 20) * width);
  }
// In dots to the millimeter.
const resolution = { xres: 204 / 25.4, yres: 98 / 25.4 };
await sharp(pixels, { raw: { width, height: height * pages, channels: 1, pageHeight: height } })
  .toColourspace("b-w")
  .tiff({ compression: "ccittfax4", bitdepth: 1, ...resolution })
  .toFile("fax.tif");
const countBars = (data, of, channels) => {
  let bars = 0;
  for (let row = 1; row < of.height; row += 1) {
    const [above, here] = [row - 1, row].map((each) => data[(each * of.width + 800) * channels] < 128);
    if (here && !above) bars += 1;
  }
  return bars;
};
const describe = (data, of, channels) => ({ size: `${of.width} x ${of.height}`, bars: countBars(data, of, channels) });
const bySharp = async (options) => {
  const { data, info } = await sharp("fax.tif", options).toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  return describe(data, info, info.channels);
};
const metadata = await sharp("fax.tif").metadata();
const { bitmap } = await Jimp.read("fax.tif");
const found = {
  metadata: { pages: metadata.pages, density: metadata.density },
  sharp: await bySharp(),
  "sharp, pages: -1": await bySharp({ pages: -1 }),
  jimp: describe(bitmap.data, bitmap, 4),
};
console.log(found);
deepStrictEqual(found, {
  metadata: { pages: 3, density: 204 },
  sharp: { size: "1728 x 1078", bars: 1 },
  "sharp, pages: -1": { size: "1728 x 3234", bars: 6 },
  jimp: { size: "1728 x 1078", bars: 1 },
});
JS
node try.mjs
