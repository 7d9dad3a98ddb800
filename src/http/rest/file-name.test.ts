import { expect, test } from "vitest";
import { readFileName } from "./file-name.ts";

test.each([
  [
    "HttpClient of .NET 8",
    `form-data; name=file; filename="=?utf-8?B?cmFwcG9ydCDDqXTDqS5wZGY=?="; filename*=utf-8''rapport%20%C3%A9t%C3%A9.pdf`,
  ],
  [
    "PowerShell 7",
    `form-data; name="file"; filename="=?utf-8?B?cmFwcG9ydCDDqXTDqS5wZGY=?="; filename*=utf-8''rapport%20%C3%A9t%C3%A9.pdf`,
  ],
  [
    "the encoded name first",
    `form-data; name="file"; filename*=UTF-8''rapport%20%C3%A9t%C3%A9.pdf; filename="rapport.pdf"`,
  ],
  ["a quoted encoded name", `form-data; name="file"; filename*="utf-8''rapport%20%C3%A9t%C3%A9.pdf"`],
  ["a language", `form-data; name="file"; filename*=utf-8'fr'rapport%20%C3%A9t%C3%A9.pdf`],
  ["Latin-1", `form-data; name="file"; filename*=iso-8859-1''rapport%20%E9t%E9.pdf`],
  ["a path", `form-data; name="file"; filename*=utf-8''C%3A%5Cscans%5Crapport%20%C3%A9t%C3%A9.pdf`],
  ["the word alone", `form-data; name="file"; filename="=?utf-8?B?cmFwcG9ydCDDqXTDqS5wZGY=?="`],
])("%s", (_, disposition) => {
  expect(readFileName(disposition)).toBe("rapport été.pdf");
});

test("a quotation mark as forms write it is one, and other percent signs stay", () => {
  const disposition = (name: string) => `form-data; name="file"; filename="${name}"`;
  expect(readFileName(disposition("Depo of %22Big Jim%22 Roe, 100%25 signed.pdf"))).toBe(
    'Depo of "Big Jim" Roe, 100%25 signed.pdf',
  );
  expect(readFileName(`${disposition("a.pdf")}; filename*=utf-8''a%2522.pdf`)).toBe("a%22.pdf");
});

test.each([
  ["a plain name", `form-data; name="file"; filename="rapport.pdf"`],
  ["a field", `form-data; name="note"`],
  ["an encoded name inside a quoted one", `form-data; name="file"; filename="a; filename*=utf-8''b.pdf"`],
  ["an unknown charset", `form-data; name="file"; filename="a.pdf"; filename*=koi8-r''b.pdf`],
  ["an invalid encoding", `form-data; name="file"; filename*=utf-8''caf%ff.pdf`],
  ["a word that is none", `form-data; name="file"; filename="=?utf-8?B?w6k?.pdf"`],
  ["a word in invalid UTF-8", `form-data; name="file"; filename="=?utf-8?B?/w==?="`],
])("%s is left to the library", (_, disposition) => {
  expect(readFileName(disposition)).toBeNull();
});
