#!/bin/sh
# A forwarded message inside an e-mail that is read from an .eml file
#
# Guess: a message/rfc822 part is an attachment, as a PDF beside it is one.
# Behavior: it depends on Content-Disposition. With "attachment", postal-mime 4.0.0 and mailparser 3.14.2 both list it.
#   Without (many clients leave it out when they forward), postal-mime writes the inner message's text below the outer
#   one and lists the inner PDF as the outer message's own; mailparser lists the forwarded message, without a name.
#   postal-mime's option forceRfc822Attachments keeps the message whole.
# Source: RFC 2183, section 2.10 (the field is optional); both libraries as they ran on 2026-11-30.
# Why it matters: who wrote what, and to whom, is evidence. A paralegal who forwards the adjuster's offer to the case's
#   file would be recorded as its author, and a privileged forward as part of a letter that went outside.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact postal-mime@4.0.0 mailparser@3.14.2
cat >show.mjs <<'JS'
import { createRequire } from "node:module";
import PostalMime from "postal-mime";
import { simpleParser } from "mailparser";
const { dependencies } = createRequire(import.meta.url)("./package.json");

const join = (...lines) => lines.join("\r\n");
const forwarded = join(
  "From: adjuster@insurer.example", "To: paralegal@firm.example", "Subject: Offer", "Message-ID: <1@insurer.example>",
  "Date: Mon, 5 Jan 2026 10:00:00 -0500", "MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="inner"', "",
  "--inner", "Content-Type: text/plain", "", "We offer 45,000.",
  "--inner", "Content-Type: application/pdf; name=offer.pdf", "Content-Disposition: attachment; filename=offer.pdf",
  "Content-Transfer-Encoding: base64", "", "JVBERi0xLjQK", "--inner--", "",
);
const write = (disposition) => join(
  "From: paralegal@firm.example", "To: attorney@firm.example", "Subject: Fwd", "Message-ID: <2@firm.example>",
  "Date: Mon, 5 Jan 2026 11:00:00 -0500", "MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="outer"', "",
  "--outer", "Content-Type: text/plain", "", "See below.",
  "--outer", "Content-Type: message/rfc822", ...disposition, "", forwarded, "--outer--", "",
);

const readers = {
  "postal-mime": (mail) => PostalMime.parse(mail),
  "postal-mime, forceRfc822Attachments": (mail) => PostalMime.parse(mail, { forceRfc822Attachments: true }),
  mailparser: (mail) => simpleParser(mail),
};
const expected = {
  "postal-mime": ["Offer.eml", "MERGED offer.pdf"],
  "postal-mime, forceRfc822Attachments": ["Offer.eml", "without a name"],
  mailparser: ["Offer.eml", "without a name"],
};
let changed = false;
console.log(JSON.stringify(dependencies));
for (const [name, read] of Object.entries(readers)) {
  const found = [];
  for (const disposition of [["Content-Disposition: attachment; filename=Offer.eml"], []]) {
    const { text, attachments } = await read(write(disposition));
    const listed = attachments.map(({ filename }) => filename ?? "without a name").join(", ");
    found.push(text.includes("45,000") ? `MERGED ${listed}` : listed);
  }
  console.log(`${name}: with a disposition: ${found[0]}; without: ${found[1]}`);
  changed ||= JSON.stringify(found) !== JSON.stringify(expected[name]);
}
process.exit(changed ? 1 : 0);
JS
node show.mjs
