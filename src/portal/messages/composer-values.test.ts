import { expect, test } from "vitest";
import {
  beginDraft,
  dropDraft,
  findAttachmentFault,
  findDraft,
  keepDraft,
  nextHour,
  readSendAt,
  toMessage,
} from "./composer-values.ts";

const target = { key: "cnv_1", channel: "text", conversationId: "cnv_1" } as const;
const toClient = { key: "case_1", channel: "email", caseId: "case_1", to: [{ clientId: "cli_1" }] } as const;
const draft = { ...beginDraft(), text: "See you on Thursday." };

test("a text goes on with its conversation, an email to a person of the case with its subject", () => {
  expect(toMessage(target, draft)).toEqual({
    channel: "text",
    conversationId: "cnv_1",
    bodyText: "See you on Thursday.",
    isAutomated: false,
  });
  const email = toMessage({ ...toClient, to: [...toClient.to] }, { ...draft, subject: " Deposition " });
  expect(email).toMatchObject({ caseId: "case_1", to: [{ clientId: "cli_1" }], subject: "Deposition" });
  expect("conversationId" in email).toBe(false);
});

test("documents go with an email, up to 15 MB together", () => {
  const attached = [{ id: "doc_1", name: "Bill.pdf", sizeBytes: 15 * 1024 * 1024 }];
  expect(toMessage({ ...toClient, to: [...toClient.to] }, { ...draft, attached }).attachments).toEqual(["doc_1"]);
  expect(toMessage(target, { ...draft, attached }).attachments).toBeUndefined();
  expect(findAttachmentFault(attached)).toBeUndefined();
  expect(findAttachmentFault([...attached, { id: "doc_2", name: "Note.pdf", sizeBytes: 1 }])).toContain("15 MB");
});

test("words of a template name it while nobody has changed them", () => {
  const template = { id: "mtp_1", subject: "", text: "See you on Thursday." };
  const unchanged = toMessage(target, { ...draft, template });
  expect([unchanged.messageTemplateId, unchanged.bodyText]).toEqual(["mtp_1", undefined]);
  const changed = toMessage(target, { ...draft, template, text: "See you on Friday." });
  expect([changed.messageTemplateId, changed.bodyText]).toEqual([undefined, "See you on Friday."]);
});

test("what is not written yet is checked with a placeholder", () => {
  expect(toMessage(target, { ...draft, text: "  " }, ".").bodyText).toBe(".");
});

test("a time is of the reader's zone; without one it is now", () => {
  expect(readSendAt({ sendAt: null })).toBeUndefined();
  expect(readSendAt({ sendAt: "2026-11-20T08:00" })).toBe(new Date(2026, 10, 20, 8).toISOString());
  expect(readSendAt({ sendAt: "" })).toBeNull();
  expect(nextHour(new Date(2026, 11, 31, 23, 30))).toBe("2027-01-01T00:00");
});

test("a draft stays until it is dropped, and each has a name of its own", () => {
  keepDraft("cnv_1", draft);
  expect(findDraft("cnv_1")).toEqual(draft);
  dropDraft("cnv_1");
  expect(findDraft("cnv_1").text).toBe("");
  expect(findDraft("cnv_1").key).not.toBe(draft.key);
});
