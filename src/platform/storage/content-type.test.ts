import { describe, expect, test } from "vitest";
import { extensionOf, isAsDeclared } from "./content-type.ts";

/** Bytes by their Latin-1 characters, and zeros up to the size of a small file. */
const bytes = (marks: string) => Buffer.concat([Buffer.from(marks, "latin1"), Buffer.alloc(600)]);
const text = (content: string) => Buffer.from(content);
const hex = (digits: string) => Buffer.concat([Buffer.from(digits.replaceAll(/\s/g, ""), "hex"), Buffer.alloc(600)]);
const isoMedia = (brand: string) => bytes(`\0\0\0\x20ftyp${brand}\0\0\0\0`);

const avi = bytes("RIFF\x24\x08\0\0AVI ");
const wav = bytes("RIFF\x24\x08\0\0WAVE");
const opus = bytes(`OggS\0\x02${"\0".repeat(22)}OpusHead`);
const matroska = hex("1a45dfa3 01000000 00000023 42868101 42f78101 42f28104 42f38108 4282886d 6174726f 736b61");
/** ASF's header object, and a stream's properties: of sound, or of a film. */
const asfOf = (stream: string) =>
  hex(`3026b275 8e66cf11 a6d900aa 0062ce6c 00000000 00000000 02000000 0102
    9107dcb7 b7a9cf11 8ee600c0 0c205365 4e000000 00000000 ${stream}`);
const wma = asfOf("409e69f8 4d5bcf11 a8fd0080 5f5c442b");
const wmv = asfOf("c0ef19bc 4d5bcf11 a8fd0080 5f5c442b");
const mpegProgram = hex("000001ba 44");
const transport = bytes(`G${"\0".repeat(187)}G`);
const compound = hex("d0cf11e0 a1b11ae1");
const zip = bytes("PK\x03\x04\x14");
const rar = bytes("Rar!\x1a\x07\0");
const jpeg = hex("ffd8ffe0");
const program = bytes("MZ\x90\0\x03");
const dicomBehind = (preamble: Buffer) => Buffer.concat([preamble, text("DICM"), Buffer.alloc(300)]);
const dicom = dicomBehind(Buffer.alloc(128));
const tiff = hex("49492a00 08000000");
const printed = text("\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n%PDF-1.7\n");
const richText = text("{\\rtf1\\ansi Dear Ms. Okafor}");
const card = text("BEGIN:VCARD\r\nVERSION:3.0\r\nEND:VCARD\r\n");
const page = text("<html><script>alert(1)</script></html>");
const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("Plaintiff,Amount\r\n", "utf16le")]);
const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

describe("accepts", () => {
  test.each<[string, Buffer, string, string]>([
    ["a film of a camera", avi, "dashcam.avi", "video/x-msvideo"],
    ["the same as Windows declares it", avi, "dashcam.avi", "video/avi"],
    ["Windows Media", wmv, "interview.wmv", "video/x-ms-wmv"],
    ["Windows Media sound", wma, "voicemail.wma", "audio/x-ms-wma"],
    ["ASF", wmv, "clip.asf", "video/x-ms-asf"],
    ["MPEG", mpegProgram, "scene.mpg", "video/mpeg"],
    ["a DVD's film", mpegProgram, "VTS_01_1.VOB", "video/dvd"],
    ["AVCHD as Windows declares it", transport, "00001.MTS", "video/vnd.dlna.mpeg-tts"],
    ["Matroska", matroska, "bodycam.mkv", "video/x-matroska"],
    ["a phone's film with 3GPP's brand", isoMedia("3gp4"), "VID_0001.mp4", "video/mp4"],
    ["a voice memo", isoMedia("M4A "), "memo.m4a", "audio/mp4"],
    ["Opus", opus, "message.opus", "audio/opus"],
    ["Opus in Ogg", opus, "message.ogg", "audio/ogg"],
    ["AIFF", bytes("FORM\0\0\0\x20AIFF"), "dictation.aiff", "audio/x-aiff"],
    ["WAV of older Windows", wav, "voicemail.wav", "audio/x-wav"],
    ["sound without a tag, of a recorder that begins with silence", bytes(""), "call.mp3", "audio/mpeg"],
    ["JPEG by another name", jpeg, "scene.jpg", "image/jpg"],
    ["JPEG of Internet Explorer", jpeg, "scene.jpeg", "image/pjpeg"],
    ["JPEG as Windows saves it", jpeg, "scene.jfif", "image/jpeg"],
    ["an iPhone's picture", isoMedia("mif1"), "IMG_0001.HEIC", "image/heic"],
    ["a scan", tiff, "scan.tiff", "image/x-tiff"],
    ["a TGA, which begins like a cursor", hex("00000200 00000000 00000000"), "scene.tga", "image/x-tga"],
    ["RTF as text", richText, "letter.rtf", "text/rtf"],
    ["RTF as Windows with Word declares it", richText, "letter.rtf", "application/msword"],
    ["RTF that Word saved as .doc", richText, "letter.doc", "application/msword"],
    ["RAR", rar, "photos.rar", "application/vnd.rar"],
    ["RAR of older names", rar, "photos.rar", "application/x-rar"],
    ["ZIP as Windows declares it", zip, "photos.zip", "application/x-zip-compressed"],
    ["a compressed tape archive", hex("1f8b0800"), "photos.tgz", "application/x-gzip"],
    ["a vCard", card, "witness.vcf", "text/x-vcard"],
    ["a vCard of before RFC 6350", card, "witness.vcf", "text/directory"],
    ["a vCard as plain text", card, "witness.txt", "text/plain"],
    ["Word 97", compound, "letter.doc", "application/msword"],
    ["Outlook's message", compound, "mail.msg", "application/vnd.ms-outlook"],
    ["a document with a password, which is in Word 97's container", compound, "sealed.docx", word],
    ["Excel 2003's XML", text('<?xml version="1.0"?><Workbook/>'), "ledger.xls", "application/vnd.ms-excel"],
    ["a page that calls itself a workbook, as web applications export", page, "ledger.xls", "application/vnd.ms-excel"],
    ["CSV as Windows with Excel declares it", text("a,b\r\n"), "ledger.csv", "application/vnd.ms-excel"],
    ["CSV in UTF-16, as Excel saves Unicode", utf16, "ledger.csv", "text/csv"],
    ["a mail", text("From: a@example.com\r\nSubject: Records\r\n\r\n"), "mail.eml", "message/rfc822"],
    ["text that begins like a bitmap", text("BMW of the defendant, front left"), "damage.txt", "text/plain"],
    ["text that begins like a program", text("MZ Motors, repair estimate"), "estimate.csv", "text/csv"],
    ["text that begins like a model", text("solid evidence of negligence"), "memo.txt", "text/plain"],
    ["XHTML", text('<?xml version="1.0"?><html/>'), "page.html", "text/html"],
    ["SVG", text("<svg/>"), "sketch.svg", "image/svg+xml"],
    ["DICOM", dicom, "IM0001.dcm", "application/dicom"],
    ["DICOM without an extension", dicom, "IM000001", "application/dicom"],
    ["DICOM whose preamble is a TIFF's header", dicomBehind(tiff.subarray(0, 128)), "IM1.dcm", "application/dicom"],
    ["DICOM of before its part 10, which has no preamble", hex("08000500 0a000000"), "old.dcm", "application/dicom"],
    ["WordPerfect", bytes("\xffWPC"), "pleading.wpd", "application/vnd.wordperfect"],
    ["a database of a phone", bytes("SQLite format 3\0"), "sms.db", "application/vnd.sqlite3"],
    ["PDF behind a line break", text("\r\n%PDF-1.4\n"), "bill.pdf", "application/pdf"],
    ["PDF behind a printer's commands", printed, "bill.pdf", "application/pdf"],
    ["PDF that begins at the last place", text(`${" ".repeat(1_023)}%PDF-1.4`), "bill.pdf", "application/octet-stream"],
    ["anything, by a type that says nothing", rar, "photos.rar", "binary/octet-stream"],
  ])("%s", async (_, head, fileName, contentType) => {
    expect(await isAsDeclared(head, { fileName, contentType })).toBe(true);
  });
});

describe("rejects", () => {
  test.each<[string, Buffer, string, string]>([
    ["a program as PDF", program, "bill.pdf", "application/pdf"],
    ["a program with a PDF's header", Buffer.concat([program, text("%PDF-1.4")]), "bill.pdf", "application/pdf"],
    ["a program as a picture", program, "scene.jpg", "image/jpg"],
    ["a program as a picture, by its extension", program, "scene.jfif", "application/octet-stream"],
    ["a program as a picture of a format without marks", program, "scene.tga", "application/octet-stream"],
    ["a program as sound", program, "call.mp3", "audio/mpeg"],
    ["a program of Linux as a picture", bytes("\x7fELF"), "scene.png", "image/png"],
    ["a page as a picture", page, "scene.png", "image/png"],
    ["a page as a picture by another name", page, "scene", "image/jpg"],
    ["a page as a picture of a format without marks", page, "scene.tga", "image/x-tga"],
    ["a page as a picture of that format, by its extension", page, "scene.tga", "application/octet-stream"],
    ["a page as sound", page, "call.mp3", "audio/mpeg"],
    ["a script as a film", text("#!/bin/sh\nrm"), "scene", "video/x-unknown"],
    ["an SVG as a picture", text("<svg/>"), "scene.png", "image/png"],
    ["an SVG with its declaration as a picture", text('<?xml version="1.0"?><svg/>'), "scene.gif", "image/gif"],
    ["a page as PDF, whose comment has a header", text("<!-- %PDF-1.4 --><script>"), "bill.pdf", "application/pdf"],
    ["an archive as PDF", Buffer.concat([zip, text("%PDF-1.4")]), "bill.pdf", "application/pdf"],
    ["text as PDF", text("Dear Ms. Okafor"), "bill.pdf", "application/pdf"],
    ["PDF whose header comes too late", text(`${" ".repeat(1_024)}%PDF-1.4`), "bill.pdf", "application/pdf"],
    ["PDF as text", text("%PDF-1.4"), "bill.txt", "text/plain"],
    ["PDF as a program", text("\n%PDF-1.4"), "bill.exe", "application/pdf"],
    ["PDF as a picture", text("\n%PDF-1.4"), "bill.jpg", "application/pdf"],
    ["PDF as a picture, declared as anything", text("\n%PDF-1.4"), "bill.jpg", "application/octet-stream"],
    ["a picture as another", jpeg, "scene.png", "image/png"],
    ["a film as sound of another container", avi, "call.wav", "audio/wav"],
    ["an archive as a document of the other container", zip, "letter.doc", "application/msword"],
    ["binary as text", bytes("\x01\x02"), "memo.txt", "text/plain"],
  ])("%s", async (_, head, fileName, contentType) => {
    expect(await isAsDeclared(head, { fileName, contentType })).toBe(false);
  });
});

test.each([
  ["a.PDF", "pdf"],
  ["archive.tar.gz", "gz"],
  [".htaccess", null],
  ["name.", null],
  ["none", null],
])("the extension of %s is %s", (fileName, extension) => {
  expect(extensionOf(fileName)).toBe(extension);
});
