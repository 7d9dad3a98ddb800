import { californiaExamples } from "./fixtures.california.ts";
import { newJerseyExamples, newYorkExamples, ohioExamples, pennsylvaniaExamples } from "./fixtures.east.ts";
import { federalExamples } from "./fixtures.federal.ts";
import * as middleAndWest from "./fixtures.middle-and-west.ts";
import { floridaExamples, texasExamples } from "./fixtures.texas-florida.ts";
import type { CourtDayExample } from "./fixtures.types.ts";

/**
 * Real examples of counting court days, each with its source: committee notes, decisions, court holiday lists, guides
 * of judges and law libraries; where a source gives only the rule, a date that was counted by hand from it. Written
 * without the engine.
 */
export const courtDayExamples: readonly CourtDayExample[] = [
  ...federalExamples,
  ...californiaExamples,
  ...floridaExamples,
  ...middleAndWest.georgiaExamples,
  ...middleAndWest.illinoisExamples,
  ...middleAndWest.michiganExamples,
  ...middleAndWest.missouriExamples,
  ...newJerseyExamples,
  ...newYorkExamples,
  ...ohioExamples,
  ...pennsylvaniaExamples,
  ...texasExamples,
  ...middleAndWest.washingtonExamples,
];
