import { validateTyped, typeDefaults, type Typed, type Values } from "../run/parameter-values.ts";
import type { Parameter } from "../report-types.ts";
import type { Schedule } from "./schedule-labels.ts";
import { scheduleForm as t } from "./strings.ts";

export interface ScheduleValues {
  name: string;
  frequency: Schedule["frequency"];
  weekday: number;
  dayOfMonth: number;
  hour: number;
  format: Schedule["format"];
  parameters: Typed;
  recipientIds: string[];
}

/** Monday morning, to the member. */
export function newSchedule(reportName: string, memberId: string, parameters: readonly Parameter[]): ScheduleValues {
  return {
    name: reportName.slice(0, 200),
    frequency: "weekly",
    weekday: 1,
    dayOfMonth: 1,
    hour: 7,
    format: "xlsx",
    parameters: typeDefaults(parameters),
    recipientIds: [memberId],
  };
}

export function readSchedule(schedule: Schedule, parameters: readonly Parameter[]): ScheduleValues {
  const { name, frequency, weekday, dayOfMonth, hour, format, recipientIds } = schedule;
  const given = parameters.map((parameter) => ({
    ...parameter,
    default: schedule.parameters?.[parameter.key] ?? parameter.default,
  }));
  return {
    name,
    frequency,
    weekday: weekday ?? 1,
    dayOfMonth: dayOfMonth ?? 1,
    hour,
    format,
    parameters: typeDefaults(given),
    recipientIds,
  };
}

/** @param parameters null if hidden from the caller: they stay unchanged */
export function writeSchedule(values: ScheduleValues, parameters: readonly Parameter[] | null) {
  const { name, frequency, weekday, dayOfMonth, hour, format, recipientIds } = values;
  return {
    name: name.trim(),
    format,
    recipientIds,
    ...(parameters !== null && { parameters: validateTyped(parameters, values.parameters).values satisfies Values }),
    timing: {
      frequency,
      weekday: frequency === "weekly" ? weekday : null,
      dayOfMonth: frequency === "monthly" ? dayOfMonth : null,
      hour,
    },
  };
}

/** Faults by field; a parameter's is `parameters.<key>`. */
export function validateSchedule(values: ScheduleValues, parameters: readonly Parameter[]): Record<string, string> {
  const ofParameters = Object.entries(validateTyped(parameters, values.parameters).faults).map(([key, fault]) => [
    `parameters.${key}`,
    fault,
  ]);
  return {
    ...(values.name.trim() === "" && { name: t.enterName }),
    ...(values.recipientIds.length === 0 && { recipientIds: t.chooseAtLeastOne }),
    ...(Object.fromEntries(ofParameters) as Record<string, string>),
  };
}
