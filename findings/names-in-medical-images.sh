#!/usr/bin/env bash
# Guess: a library that reads medical images (DICOM) returns a patient's name in the character set that the file
# names.
# Behavior: dicom-parser 1.8.21 and daikon 1.2.46 take each byte for a character, whatever the file says: of
# "Muñoz^José" in UTF-8 (ISO_IR 192) both return "MuÃ±oz" and "JosÃ©", and of a name in Windows' or ISO's Latin
# alphabet (ISO_IR 100) the right one, which looks like a proof. dcmjs 0.52.2 reads both right, and then says of both
# that the character set is ISO_IR 192. daikon puts a blank for the ^ that divides family and given name.
# Source: DICOM PS3.3, C.12.1.1.2 (Specific Character Set) and PS3.5, 6.2 (PN); each library as it ran.
# Why it matters: a disc with the images of a client comes with a viewer and an index by name. Which of two patients
# an MRI is of is asked by the defense, and a name that was read by such a library is in no search. The product stores
# images as they came, and takes no name out of them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent dicom-parser@1.8.21 daikon@1.2.46 dcmjs@0.52.2
npm ls --depth=0 | tail -n +2
cat > try.cjs <<'JS'
const { deepStrictEqual } = require("node:assert");
const daikon = require("daikon");
const dcmjs = require("dcmjs");
const { parseDicom } = require("dicom-parser");
dcmjs.log?.setLevel?.("silent");
// An element in explicit little endian, padded to an even length.
const element = (group, number, type, bytes) => {
  const value = bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from(type === "UI" ? "\0" : " ")]);
  const isLong = type === "OB";
  const head = Buffer.alloc(isLong ? 12 : 8);
  head.writeUInt16LE(group, 0);
  head.writeUInt16LE(number, 2);
  head.write(type, 4, "latin1");
  if (isLong) head.writeUInt32LE(value.length, 8);
  else head.writeUInt16LE(value.length, 6);
  return Buffer.concat([head, value]);
};
const text = (value) => Buffer.from(value, "latin1");
const write = (characterSet, name) => {
  const meta = [
    element(2, 1, "OB", Buffer.from([0, 1])),
    element(2, 2, "UI", text("1.2.840.10008.5.1.4.1.1.7")),
    element(2, 3, "UI", text("1.2.826.0.1.3680043.10.543.1")),
    element(2, 0x10, "UI", text("1.2.840.10008.1.2.1")),
    element(2, 0x12, "UI", text("1.2.826.0.1.3680043.10.543")),
  ];
  const length = Buffer.alloc(4);
  length.writeUInt32LE(Buffer.concat(meta).length);
  const data = [
    element(8, 5, "CS", text(characterSet)),
    element(8, 0x16, "UI", text("1.2.840.10008.5.1.4.1.1.7")),
    element(8, 0x18, "UI", text("1.2.826.0.1.3680043.10.543.1")),
    element(8, 0x60, "CS", text("OT")),
    element(0x10, 0x10, "PN", name),
  ];
  return Buffer.concat([Buffer.alloc(128), text("DICM"), element(2, 0, "UL", length), ...meta, ...data]);
};
const read = (bytes) => {
  const buffer = new Uint8Array(bytes).buffer;
  const { dict } = dcmjs.data.DicomMessage.readFile(buffer);
  const known = dcmjs.data.DicomMetaDictionary.naturalizeDataset(dict);
  return {
    "dicom-parser": parseDicom(new Uint8Array(bytes)).string("x00100010"),
    daikon: daikon.Series.parseImage(new DataView(buffer)).getPatientName(),
    dcmjs: `${known.PatientName[0].Alphabetic ?? known.PatientName}, ${known.SpecificCharacterSet}`,
  };
};
const name = "Muñoz^José";
const found = {
  "UTF-8": read(write("ISO_IR 192", Buffer.from(name))),
  "Latin alphabet No. 1": read(write("ISO_IR 100", Buffer.from(name, "latin1"))),
};
console.log(found);
deepStrictEqual(found, {
  "UTF-8": { "dicom-parser": "MuÃ±oz^JosÃ©", daikon: "MuÃ±oz JosÃ©", dcmjs: "Muñoz^José, ISO_IR 192" },
  "Latin alphabet No. 1": { "dicom-parser": "Muñoz^José", daikon: "Muñoz José", dcmjs: "Muñoz^José, ISO_IR 192" },
});
JS
node try.cjs
