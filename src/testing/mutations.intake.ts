import { createAnswer } from "../areas/intake/fixtures.ts";
import { createCase } from "./firm.ts";
import { countRevisions, newAccessor } from "./mutation.ts";
import type { Arrange } from "./mutation.ts";

/** The mutations of the area intake, each with a fresh record to work on. */
export const intakeMutations: Record<string, Arrange> = {
  "intake.putAnswer": async (firm) => {
    const { caseId } = await createCase(firm);
    const accessor = newAccessor();
    const effects = {
      text: `SELECT coalesce(sum(revision), 0)::integer AS effects FROM "IntakeAnswer" WHERE "caseId" = $1 AND accessor = $2`,
      values: [caseId, accessor],
    };
    return { method: "PUT", path: `/cases/${caseId}/survey-details/${accessor}`, body: { value: "no" }, entity: "intake_answer", effects };
  },
  "intake.deleteAnswer": async (firm) => {
    const accessor = newAccessor();
    const { caseId } = await createCase(firm);
    const id = await createAnswer(firm, caseId, accessor, "yes");
    return { method: "DELETE", path: `/cases/${caseId}/survey-details/${accessor}`, body: undefined, entity: "intake_answer", effects: countRevisions("IntakeAnswer", "revision", id) };
  },
};
