import { expect, test } from "vitest";
import { courtDayExamples } from "../deadlines/court-days/fixtures.ts";
import { defaultTemplates } from "./shipped/domain.templates.ts";

// Which examples of courts are of a shipped item: template, item, whether service adds days, examples.
test.each<[string, string, boolean, string[]]>([
  ["frcp.defendant_served", "answer_due", false, ["us-22"]],
  ["frcp.defendant_served", "removal", false, ["us-34"]],
  ["frcp.discovery_served", "discovery_response", true, ["us-14", "us-15"]],
  ["frcp.judgment_entered", "post_trial_motion", false, ["us-04", "us-19"]],
  ["frcp.judgment_entered", "notice_of_appeal", false, ["us-33"]],
  ["ca.discovery_served", "discovery_response", true, ["ca-14", "ca-15", "ca-17", "ca-20"]],
  ["fl.defendant_served", "answer_due", false, ["fl-05", "fl-09"]],
  ["ga.defendant_served", "answer_due", false, ["ga-03"]],
  ["ga.judgment_entered", "notice_of_appeal", false, ["ga-01", "ga-02"]],
  ["mo.judgment_entered", "judgment_final", false, ["mo-01", "mo-02"]],
  ["mo.judgment_entered", "notice_of_appeal", false, ["mo-03"]],
  ["nj.defendant_served", "answer_due", false, ["nj-06"]],
  ["nj.judgment_entered", "notice_of_appeal", false, ["nj-09"]],
  ["ny.notice_of_entry_served", "notice_of_appeal", true, ["ny-10"]],
  ["oh.judgment_entered", "notice_of_appeal", false, ["oh-01", "oh-02", "oh-03", "oh-05", "oh-06"]],
  ["pa.complaint_served", "answer_due", false, ["pa-09"]],
  ["pa.judgment_entered", "notice_of_appeal", false, ["pa-01", "pa-02", "pa-06"]],
  ["tx.defendant_served", "answer_due", false, ["tx-01", "tx-02", "tx-03", "tx-13"]],
  ["tx.discovery_served", "discovery_response", true, ["tx-09", "tx-12"]],
  ["tx.judgment_signed", "notice_of_appeal", false, ["tx-04", "tx-05", "tx-06"]],
])("%s, %s counts as the courts do", (templateKey, itemKey, isExtendedByService, ids) => {
  const item = defaultTemplates.get(templateKey)?.items.find(({ key }) => key === itemKey);
  for (const id of ids) {
    const { count } = courtDayExamples.find((example) => example.id === id) ?? {};
    const { offset, unit, direction, nextWeekday = null, startRule = "next_day", dueTime = null } = count ?? {};
    expect(item, id).toMatchObject({ offset, unit, direction, nextWeekday, startRule, dueTime, isExtendedByService });
  }
});
