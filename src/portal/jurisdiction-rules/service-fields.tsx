import { deadlineServiceMethod } from "../../contract/closed-sets/service-method.ts";
import { valuesOf } from "../../contract/enumeration.ts";
import { Checkbox } from "../ui/forms/checkbox.tsx";
import { FieldGroup } from "../ui/forms/field.tsx";
import { OneOf } from "../ui/forms/select.tsx";
import { OneOfField, TextField } from "../ui/forms/fields.tsx";
import { serviceFields as t } from "./lazy-strings.ts";
import type { Rule } from "./views.ts";

export type ServiceRule = Extract<Rule["rule"], { order: unknown }>;
type Addition = ServiceRule["methods"][number];
type Method = Addition["method"];
type Unit = Addition["unit"];
type Days = Readonly<Record<Method, { days: string; unit: Unit }>>;

const methods = valuesOf(deadlineServiceMethod);
const units = ["calendar_days", "court_days"] as const satisfies readonly Unit[];
const orders = ["with_period", "after_roll", "before_period"] as const satisfies readonly ServiceRule["order"][];
const mostDays = 60;

/** @returns the days by method, empty for none */
function readDays(additions: readonly Addition[]): Days {
  const none = { days: "", unit: "calendar_days" } as const;
  const given = additions.map(({ method, days, unit }) => [method, { days: String(days), unit }] as const);
  return { ...(Object.fromEntries(methods.map((method) => [method, none])) as Days), ...Object.fromEntries(given) };
}

export function readServiceRule({ order, methods: forward, isCompletionRolled, backward }: ServiceRule) {
  return {
    order,
    isCompletionRolled,
    isAdded: backward.isAdded,
    rollsAgain: backward.rollsAgain,
    hasOwnBackward: backward.methods !== null,
    forward: readDays(forward),
    backward: readDays(backward.methods ?? forward),
  };
}
export type ServiceValues = ReturnType<typeof readServiceRule>;

/** The source of a method, which the form does not show, stays with its days. */
function writeDays(given: Days, before: readonly Addition[]): Addition[] {
  return methods.flatMap((method) => {
    const { days, unit } = given[method];
    const same = before.find((each) => each.method === method && each.days === Number(days) && each.unit === unit);
    return days.trim() === "" ? [] : [{ method, days: Number(days), unit, citation: same?.citation ?? null }];
  });
}

export function writeServiceRule(
  before: ServiceRule,
  { order, isCompletionRolled, isAdded, rollsAgain, hasOwnBackward, forward, backward }: ServiceValues,
): ServiceRule {
  const ofBackward = isAdded && hasOwnBackward ? writeDays(backward, before.backward.methods ?? before.methods) : null;
  return {
    order,
    isCompletionRolled: order === "before_period" && isCompletionRolled,
    methods: writeDays(forward, before.methods),
    backward: { isAdded, rollsAgain, methods: ofBackward },
  };
}

const isDays = (text: string) => text.trim() === "" || (/^\d{1,2}$/.test(text.trim()) && Number(text) <= mostDays);

/** @returns faults by `forward.mail` and the like */
export function findServiceFaults({
  forward,
  backward,
  isAdded,
  hasOwnBackward,
}: ServiceValues): Partial<Record<string, string>> {
  const lists = [
    ["forward", forward] as const,
    ...(isAdded && hasOwnBackward ? [["backward", backward] as const] : []),
  ];
  return Object.fromEntries(
    lists.flatMap(([name, days]) =>
      methods.flatMap((method) => (isDays(days[method].days) ? [] : [[`${name}.${method}`, t.wholeDays]])),
    ),
  );
}

interface Props {
  values: ServiceValues;
  change: (changed: Partial<ServiceValues>) => void;
  faults: Partial<Record<string, string>>;
}

export function ServiceFields({ values, change, faults }: Props) {
  const { order, isCompletionRolled, isAdded, rollsAgain, hasOwnBackward } = values;
  return (
    <>
      <OneOfField
        label={t.order}
        why="fields#days-for-service"
        values={orders}
        name={(each) => t.orders[each]}
        value={order}
        onChange={(to) => change({ order: to })}
      />
      {order === "before_period" && (
        <Checkbox
          label={t.isCompletionRolled}
          checked={isCompletionRolled}
          onChange={({ target }) => change({ isCompletionRolled: target.checked })}
        />
      )}
      <DayFields
        legend={t.forward}
        name="forward"
        days={values.forward}
        faults={faults}
        onChange={(forward) => change({ forward })}
      />
      <Checkbox label={t.isAdded} checked={isAdded} onChange={({ target }) => change({ isAdded: target.checked })} />
      {isAdded && (
        <>
          <Checkbox
            label={t.rollsAgain}
            checked={rollsAgain}
            onChange={({ target }) => change({ rollsAgain: target.checked })}
          />
          <Checkbox
            label={t.hasOwnBackward}
            checked={hasOwnBackward}
            onChange={({ target }) => change({ hasOwnBackward: target.checked })}
          />
          {hasOwnBackward && (
            <DayFields
              legend={t.backward}
              name="backward"
              days={values.backward}
              faults={faults}
              onChange={(backward) => change({ backward })}
            />
          )}
        </>
      )}
    </>
  );
}

interface DayFieldsProps extends Pick<Props, "faults"> {
  legend: string;
  name: "forward" | "backward";
  days: Days;
  onChange: (days: Days) => void;
}

function DayFields({ legend, name, days, faults, onChange }: DayFieldsProps) {
  return (
    <FieldGroup legend={legend} hint={t.noDays}>
      {methods.map((method) => {
        const set = (changed: Partial<Days[Method]>) =>
          onChange({ ...days, [method]: { ...days[method], ...changed } });
        return (
          <div key={method} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-end gap-3">
            <TextField
              label={t.methods[method]}
              error={faults[`${name}.${method}`]}
              inputMode="numeric"
              autoComplete="off"
              maxLength={2}
              value={days[method].days}
              onChange={(text) => set({ days: text })}
            />
            <OneOf
              aria-label={t.unitOf(t.methods[method])}
              values={units}
              name={(each) => t.units[each]}
              value={days[method].unit}
              onChange={(unit) => set({ unit })}
            />
          </div>
        );
      })}
    </FieldGroup>
  );
}
