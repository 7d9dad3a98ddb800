import { describe, expect, test } from "vitest";
import { changeKind, createField, createRecipientKey, findFieldFaults, placeOf, writeFields } from "./fields.ts";
import { readSource } from "./merge-source.tsx";

const page = { number: 2, width: 612, height: 792 };
const texts = { enterLabel: "label", chooseRecipient: "recipient" };
const add = (kind: Parameters<typeof createField>[0]["kind"], others: Parameters<typeof createField>[1] = []) =>
  createField({ kind, label: " Sign here ", page, recipientKey: "client" }, others);

describe("a field", () => {
  test("that is new is on the page that is shown, apart from the others, and nobody fills in what is merged", () => {
    const first = add("signature");
    const second = add("signature", [first]);
    expect([placeOf(first.field)?.page, placeOf(second.field)?.page]).toEqual([2, 2]);
    expect(placeOf(second.field)?.y).toBeGreaterThanOrEqual((placeOf(first.field)?.y ?? 0) + 36);
    expect(add("merge").field).toMatchObject({ recipientKey: null, source: "client.fullName" });
    expect(writeFields([first])[0]?.label).toBe("Sign here");
  });

  test("of another kind loses what only the former has, and is as large as its kind needs", () => {
    const box = { ...add("checkbox").field, group: { key: "consent", rule: "exactly_one" as const } };
    expect(changeKind(box, "text", "client")).toMatchObject({ group: null, format: "any", maxLength: 100, width: 14 });
    expect(changeKind(box, "signature", "client")).toMatchObject({ group: null, width: 60, height: 14 });
    const merged = changeKind(box, "merge", "client");
    expect(merged).toMatchObject({ recipientKey: null, source: "client.fullName" });
    expect(changeKind(merged, "text", "attorney")).toMatchObject({ recipientKey: "attorney", source: null });
  });

  test("of a form of the PDF has no place of its own", () => {
    const { field } = add("text");
    expect(
      placeOf({ ...field, acroField: "Name", page: null, x: null, y: null, width: null, height: null }),
    ).toBeNull();
  });

  test("without a label or a recipient is not saved", () => {
    const blank = add("text");
    const orphan = add("signature");
    const fields = [
      { ...blank, field: { ...blank.field, label: " " } },
      { ...orphan, field: { ...orphan.field, recipientKey: null } },
      add("merge"),
    ];
    expect(findFieldFaults(fields, texts)).toEqual({ [blank.key]: "label", [orphan.key]: "recipient" });
  });
});

test("the key of a recipient comes from the label, begins with a letter, and is not used twice", () => {
  const client = { key: "client", label: "Client", role: "signer", order: 1 } as const;
  expect(createRecipientKey("Client", [])).toBe("client");
  expect(createRecipientKey("Client", [client])).toBe("client_2");
  expect(createRecipientKey("2nd attorney!", [])).toBe("nd_attorney");
  expect(createRecipientKey("???", [])).toBe("signer");
});

test.each([
  [null, { choice: "client.fullName", key: "" }],
  ["case.title", { choice: "case.title", key: "" }],
  ["custom.vehicle", { choice: "custom", key: "vehicle" }],
  ["input.feePercent", { choice: "input", key: "feePercent" }],
])("the source %j is chosen as %j", (source, shown) => {
  expect(readSource(source)).toEqual(shown);
});
