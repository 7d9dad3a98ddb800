import { expect, test } from "vitest";
import { readDraft, writeDraft } from "./draft.ts";

/** A browser's storage, as far as drafts use it. */
function createStore() {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, text: string) => void held.set(name, text),
    removeItem: (name: string) => void held.delete(name),
  };
}

const before = { name: "", scopes: [] as string[], isWide: true, attorneyId: null as string | null };

test("what was typed is read again; what equals the start is no draft", () => {
  const store = createStore();
  const typed = { ...before, name: "Website", scopes: ["leads:read"], attorneyId: "mem_1" };
  writeDraft(store, "new-key", { before, typed });
  expect(readDraft(store, "new-key", before)).toEqual({ before, typed });
  writeDraft(store, "new-key", { before, typed: before });
  expect(store.held.size).toBe(0);
  expect(readDraft(store, "new-key", before)).toBeNull();
});

test("a secret that somebody pastes is not stored", () => {
  const store = createStore();
  writeDraft(store, "new-key", {
    before,
    typed: { ...before, name: `Sync cpk_aB3dE6gH_${"x".repeat(49)} and whsec_${"y".repeat(32)}` },
  });
  expect([...store.held.values()].join()).not.toMatch(/cpk_|whsec_|xxx|yyy/);
  expect(readDraft(store, "new-key", before)?.typed.name).toBe("Sync  and ");
});

test.each([
  "{",
  "null",
  "[]",
  '{"before":{},"typed":{}}',
  '{"before":{"name":1,"scopes":"","isWide":true},"typed":{}}',
])("%s is not a draft", (text) => {
  const store = createStore();
  store.setItem("new-key", text);
  expect(readDraft(store, "new-key", before)).toBeNull();
});

test("a full storage loses the draft, not the form", () => {
  const full = {
    ...createStore(),
    setItem: () => {
      throw new Error("QuotaExceededError");
    },
  };
  expect(() => writeDraft(full, "new-key", { before, typed: { ...before, name: "Website" } })).not.toThrow();
});
