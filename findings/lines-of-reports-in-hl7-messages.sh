#!/usr/bin/env bash
# Guess: what a library returns as the value of an observation in an HL7 message is the whole text of the report, with
# the signs that the message escapes.
# Behavior: a text of several lines is repeated values, "No fracture.~Disc herniation at C5-6.~~Impression: acute.".
# The value is its first line for @medplum/core 4.5.2 (getComponent), hl7-standard 1.0.4 (get) and node-hl7-client
# 3.2.0 (toString): "No fracture.", without a sign of more. hl7-standard has no getter for the others. And "Ortho \T\
# Spine" and "C5\F\C6" stay as they are in @medplum/core and hl7-standard; node-hl7-client reads them as & and |, and
# none reads "\.br\" as a line break.
# Source: HL7 2.5.1, chapter 7, 7.4.2.5 (OBX-5 of type TX repeats, each repetition is a line), chapter 2, 2.7.1 and
# 2.7.4 (escaped delimiters; line breaks by \.br\ in FT); each library as it ran. The message is made up.
# Why it matters: reports of radiology come as ORU^R01. "No fracture." is what a defense quotes; the herniation of the
# next line is the case. The product reads no HL7; who brings reports in through its API has to join the repetitions.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @medplum/core@4.5.2 hl7-standard@1.0.4 node-hl7-client@3.2.0
npm ls --depth=0 | tail -n +2
cat > try.mjs <<'JS'
import { deepStrictEqual } from "node:assert";
import { createRequire } from "node:module";
import { Hl7Message } from "@medplum/core";
import { Message } from "node-hl7-client";
const Standard = createRequire(import.meta.url)("hl7-standard");
const read = (type, value) => {
  const text = [
    "MSH|^~\\&|RIS|CLINIC|RECORDS|FIRM|20261130103000-0500||ORU^R01|1|P|2.5.1",
    "PID|1||MR1||ROE^JANE||19850315|F",
    "OBR|1|||24627-2^CT of the cervical spine^LN",
    `OBX|1|${type}|18782-3^Study observation^LN||${value}||||||F`,
  ].join("\r");
  const standard = new Standard(text);
  standard.transform();
  return {
    "@medplum/core": Hl7Message.parse(text).getSegment("OBX").getComponent(5, 1),
    "hl7-standard": standard.getSegments("OBX")[0].get("OBX.5.1"),
    "node-hl7-client": new Message({ text }).get("OBX.5").toString(),
  };
};
const found = {
  lines: read("TX", "No fracture.~Disc herniation at C5-6.~~Impression: acute."),
  signs: read("FT", "Ortho \\T\\ Spine: C5\\F\\C6\\.br\\Acute."),
};
console.log(found);
const [first, raw] = ["No fracture.", "Ortho \\T\\ Spine: C5\\F\\C6\\.br\\Acute."];
deepStrictEqual(found, {
  lines: { "@medplum/core": first, "hl7-standard": first, "node-hl7-client": first },
  signs: { "@medplum/core": raw, "hl7-standard": raw, "node-hl7-client": "Ortho & Spine: C5|C6\\.br\\Acute." },
});
JS
node try.mjs
