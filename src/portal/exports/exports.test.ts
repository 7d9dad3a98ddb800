import { describe, expect, test } from "vitest";
import { ExportForm, allParts, listScopes, type ExportValues } from "./export-form-schema.ts";
import { describeRequest, partLabels } from "./export-request.ts";
import { listMissing } from "../reports/missing-data.ts";
import { isOpen, pollMilliseconds, pollingInterval, statuses } from "./export-labels.ts";
import { formatSize } from "../ui/format-size.ts";

const empty: ExportValues = {
  type: "cases",
  format: "xlsx",
  matterStage: "",
  matterStatus: "",
  attorneyId: "",
  updatedFrom: "",
  updatedTo: "",
  caseId: "",
  include: allParts,
  caseFiles: true,
  allFiles: false,
  from: "",
  to: "",
};
const sent = (values: Partial<ExportValues>) => ExportForm.parse({ ...empty, ...values });
const faultsOf = (values: Partial<ExportValues>) =>
  ExportForm.safeParse({ ...empty, ...values }).error?.issues.map(({ path }) => path.join(".")) ?? [];

describe("a new export", () => {
  test("sends the fields of its type and omits empty ones", () => {
    expect(sent({})).toEqual({ type: "cases", format: "xlsx" });
    expect(sent({ matterStage: "treatment", updatedFrom: "2026-01-01", caseId: "case_1", from: "2026-02-02" })).toEqual(
      { type: "cases", format: "xlsx", matterStage: "treatment", updatedFrom: "2026-01-01" },
    );
    expect(sent({ type: "case_file", caseId: "case_1" })).toEqual({ type: "case_file", caseId: "case_1", files: true });
    expect(sent({ type: "case_file", caseId: "case_1", include: ["records"], caseFiles: false })).toEqual({
      type: "case_file",
      caseId: "case_1",
      include: ["records"],
      files: false,
    });
    expect(sent({ type: "audit_log", format: "csv", from: "2026-01-01", to: "2026-01-01" })).toEqual({
      type: "audit_log",
      format: "csv",
      from: "2026-01-01",
      to: "2026-01-01",
    });
    expect(sent({ type: "clients", format: "csv", updatedFrom: "2026-01-01", matterStage: "treatment" })).toEqual({
      type: "clients",
      format: "csv",
      updatedFrom: "2026-01-01",
    });
    expect(sent({ type: "contacts" })).toEqual({ type: "contacts", format: "xlsx" });
    expect(sent({ type: "full_organization" })).toEqual({ type: "full_organization", files: false });
  });

  test("a missing value is an error at its field", () => {
    expect(faultsOf({ type: "case_file" })).toEqual(["caseId"]);
    expect(faultsOf({ type: "case_file", caseId: "case_1", include: [] })).toEqual(["include"]);
    expect(faultsOf({ updatedFrom: "2026-03-02", updatedTo: "2026-03-01" })).toEqual(["updatedTo"]);
    expect(faultsOf({ type: "audit_log", from: "2026-03-02", to: "2026-03-01" })).toEqual(["to"]);
    expect(faultsOf({ type: "trust_ledger", from: "2026-03-02", to: "2026-03-01" })).toEqual(["to"]);
    expect(faultsOf({ type: "clients", updatedFrom: "2026-03-02", updatedTo: "2026-03-01" })).toEqual(["updatedTo"]);
    expect(faultsOf({ matterStatus: "no such" })).toEqual(["matterStatus"]);
  });

  test("every part has a name and shows the missing permission", () => {
    expect(Object.keys(partLabels)).toEqual(allParts);
    expect(listMissing(["cases:read", "billing:read"], (permission) => permission === "cases:view")).toEqual([
      "billing:view",
    ]);
    expect(listMissing(["org:manage"], () => false)).toEqual(["audit:read"]);
    expect(listMissing(["clients:pii"], () => true)).toEqual([null]);
    expect(listScopes("case_file", ["records", "activity", "ledger"])).toEqual(["cases:read", "billing:read"]);
    expect([listScopes("clients", []), listScopes("contacts", [])]).toEqual([["clients:read"], ["contacts:read"]]);
    expect(listScopes("full_organization", [])).toContain("medical:read");
  });
});

describe("the list", () => {
  test("is refetched only while an export is in progress", () => {
    expect(statuses.filter((status) => isOpen({ status }))).toEqual(["queued", "running"]);
    expect(pollingInterval([{ status: "completed" }, { status: "running" }])).toBe(pollMilliseconds);
    expect(pollingInterval([{ status: "completed" }, { status: "failed" }])).toBe(false);
  });

  test("formats sizes", () => {
    expect([0, 999, 1000, 1874, 123_456, 5_200_000_000].map(formatSize)).toEqual([
      "0 bytes",
      "999 bytes",
      "1 kB",
      "1.9 kB",
      "123 kB",
      "5.2 GB",
    ]);
  });

  test("describes the request without IDs and private values", () => {
    expect(describeRequest({ type: "cases", filters: {} })).toBe("all except deleted");
    expect(
      describeRequest({
        type: "cases",
        filters: { matterStage: "demand_sent", updatedFrom: "2026-01-01", attorneyId: "mem_1" },
      }),
    ).toBe("stage demand sent, of one attorney, changed from 2026-01-01");
    expect(
      describeRequest({
        type: "case_file",
        filters: { caseId: "case_1", include: ["records", "ledger"], files: true },
      }),
    ).toBe("2 of 18 parts, with document files");
    expect(describeRequest({ type: "report", filters: { reportId: "rpt_1", parameters: { name: "Miller" } } })).toBe(
      "with parameters",
    );
    expect(describeRequest({ type: "report", filters: { reportId: "rpt_1", parameters: {} } })).toBe("");
  });
});
