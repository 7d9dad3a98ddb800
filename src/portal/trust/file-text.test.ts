import { expect, test } from "vitest";
import { readFileText } from "./file-text.ts";

test.each([
  ["UTF-8", Buffer.from("Muñoz")],
  ["UTF-8 with its mark", Buffer.from("\uFEFFMuñoz")],
  ["Windows-1252", Buffer.from("Muñoz", "latin1")],
  ["UTF-16", Buffer.from("\uFEFFMuñoz", "utf16le")],
])("a file in %s", async (_, bytes) => {
  expect(await readFileText(new Blob([bytes]))).toBe("Muñoz");
});
