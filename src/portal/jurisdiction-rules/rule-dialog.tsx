import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { faultOf } from "../organization/contact-values.ts";
import { Checkbox } from "../ui/forms/checkbox.tsx";
import type { GuideAnchor } from "../ui/forms/why.tsx";
import { OneOfField, TextField, TextareaField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { ruleDialog as t } from "./lazy-strings.ts";
import {
  findServiceFaults,
  readServiceRule,
  ServiceFields,
  writeServiceRule,
  type ServiceRule,
} from "./service-fields.tsx";
import { nameRule, useInvalidateRules, type Rule } from "./views.ts";

type RuleText = Rule["rule"];
type Limitation = Extract<RuleText, { period: unknown }>;
type Minority = Extract<RuleText, { method: unknown }>;
type Values = ReturnType<typeof readValues>;
type Faults = Partial<Record<string, string>>;

const isMinority = (rule: RuleText): rule is Minority => "method" in rule;
const isLimitation = (rule: RuleText): rule is Limitation => "period" in rule;
const isService = (rule: RuleText): rule is ServiceRule => "order" in rule;
/** A service rule that adds nothing. */
const noService: ServiceRule = {
  order: "with_period",
  methods: [],
  isCompletionRolled: false,
  backward: { isAdded: false, rollsAgain: true, methods: null },
};

function readPeriod(rule: Limitation | null) {
  const { years = 0, months = 0, days = 0 } = rule?.period ?? {};
  return {
    isPointer: rule?.period === null,
    years: String(years),
    months: String(months),
    days: String(days),
    repose: String(rule?.repose?.years ?? ""),
    rollRule: rule?.rollRule ?? "none",
  };
}

/** The forms of the kinds of rules, of which one is shown. */
function readValues({ rule, citation, asOf, note }: Rule) {
  const minority = isMinority(rule) ? rule : null;
  const limitation = isLimitation(rule) ? rule : null;
  const service = readServiceRule(isService(rule) ? rule : noService);
  return {
    citation,
    asOf,
    note: note ?? "",
    ...readPeriod(limitation),
    method: minority?.method ?? "suspend",
    yearsAfter: String(minority?.years ?? ""),
    service,
  };
}

const isWhole = (text: string) => /^\d{1,4}$/.test(text.trim());

/** What the form says, written over the rule: members that it does not show stay as they are. */
function writeRule(
  rule: RuleText,
  { isPointer, years, months, days, repose, rollRule, method, yearsAfter, service }: Values,
): RuleText {
  if (isService(rule)) return writeServiceRule(rule, service);
  if (isMinority(rule)) return { method, years: method === "years_after" ? Number(yearsAfter) : null };
  // Limits of fees and reductions of liens have no form yet: their text is edited, and what they calculate stays.
  if (!isLimitation(rule)) return rule;
  const reposeIn = { months: rule.repose?.months ?? 0, days: rule.repose?.days ?? 0 };
  return {
    ...rule,
    rollRule,
    period: isPointer ? null : { years: Number(years), months: Number(months), days: Number(days) },
    repose: repose.trim() === "" ? null : { years: Number(repose), ...reposeIn },
  } satisfies Limitation;
}

function findFaults(rule: RuleText, values: Values): Faults {
  const { citation, asOf } = values;
  const faults = findRuleFaults(rule, values);
  if (citation.trim() === "") faults["citation"] = t.enterStatute;
  if (!/^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/.test(asOf)) faults["asOf"] = t.enterMonth;
  return faults;
}

function findRuleFaults(rule: RuleText, values: Values): Faults {
  if (isService(rule)) return findServiceFaults(values.service);
  return isMinority(rule) || isLimitation(rule) ? findPeriodFaults(rule, values) : {};
}

function findPeriodFaults(
  rule: Limitation | Minority,
  { isPointer, years, months, days, repose, method, yearsAfter }: Values,
): Faults {
  const spans = isMinority(rule) || isPointer ? {} : { years, months, days };
  const faults: Faults = Object.fromEntries(
    Object.entries(spans).flatMap(([name, text]) => (isWhole(text) ? [] : [[name, t.wholeNumber]])),
  );
  if (Object.keys(spans).length > 0 && Number(years) + Number(months) + Number(days) === 0)
    faults["years"] = t.enterPeriod;
  if (repose.trim() !== "" && !isWhole(repose)) faults["repose"] = t.wholeNumber;
  if (isMinority(rule) && method === "years_after" && !isWhole(yearsAfter)) faults["yearsAfter"] = t.wholeNumber;
  return faults;
}

interface FormProps {
  values: Values;
  change: (changed: Partial<Values>) => void;
  faults: Faults;
}

export function RuleDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const trpc = useTRPC();
  const [values, setValues] = useState(() => readValues(rule));
  const { faults, rejection, validate, reject } = useFormErrors<string>();
  const mutation = useChange(trpc.jurisdictionRules.edit.mutationOptions(), {
    successMessage: () => t.saved,
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateRules(),
  });
  const submit = () => {
    const { citation, asOf, note } = values;
    if (!validate(findFaults(rule.rule, values))) return;
    mutation.mutate({
      key: rule.key,
      expectedRevision: rule.revision,
      rule: writeRule(rule.rule, values),
      citation: citation.trim(),
      asOf,
      note: note.trim() === "" ? null : note.trim(),
    });
  };
  const form: FormProps = { values, change: (changed) => setValues({ ...values, ...changed }), faults };
  return (
    <FormDialog
      title={t.title(nameRule(rule))}
      description={t.description}
      action={t.save}
      busy={mutation.isPending}
      rejection={rejection ?? faultOf(faults, "rule")}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <KindFields rule={rule.rule} form={form} />
      <RuleTextField name="citation" label={t.citation} why="fields#rules-of-a-jurisdiction" {...form} />
      <RuleTextField name="asOf" label={t.asOf} {...form} />
      <TextareaField
        label={t.note}
        error={faults["note"]}
        optional
        maxLength={2_000}
        value={values.note}
        onChange={(text) => form.change({ note: text })}
      />
    </FormDialog>
  );
}

function KindFields({ rule, form }: { rule: RuleText; form: FormProps }) {
  if (isService(rule))
    return (
      <ServiceFields
        values={form.values.service}
        change={(changed) => form.change({ service: { ...form.values.service, ...changed } })}
        faults={form.faults}
      />
    );
  if (isMinority(rule)) return <MinorityFields {...form} />;
  return isLimitation(rule) ? <PeriodFields {...form} /> : null;
}

type TextName = "citation" | "asOf" | "years" | "months" | "days" | "repose" | "yearsAfter";

function RuleTextField({
  name,
  label,
  hint,
  why,
  values,
  change,
  faults,
}: FormProps & { name: TextName; label: string; hint?: string; why?: GuideAnchor }) {
  return (
    <TextField
      label={label}
      hint={hint}
      why={why}
      error={faults[name]}
      autoComplete="off"
      maxLength={300}
      value={values[name]}
      onChange={(text) => change({ [name]: text })}
    />
  );
}

function PeriodFields(form: FormProps) {
  const { values, change } = form;
  return (
    <>
      <Checkbox
        label={t.isPointer}
        checked={values.isPointer}
        onChange={({ target }) => change({ isPointer: target.checked })}
      />
      {!values.isPointer && (
        <div className="grid gap-4 sm:grid-cols-3">
          <RuleTextField name="years" label={t.years} {...form} />
          <RuleTextField name="months" label={t.months} {...form} />
          <RuleTextField name="days" label={t.days} {...form} />
        </div>
      )}
      <RuleTextField name="repose" label={t.repose} hint={t.noRepose} {...form} />
      <OneOfField
        label={t.rollRule}
        values={["none", "next_open_day"]}
        name={(each) => t.rollRules[each]}
        value={values.rollRule}
        onChange={(rollRule) => change({ rollRule })}
      />
    </>
  );
}

function MinorityFields(form: FormProps) {
  const { values, change } = form;
  return (
    <>
      <OneOfField
        label={t.method}
        values={["suspend", "years_after"]}
        name={(each) => t.methods[each]}
        value={values.method}
        onChange={(method) => change({ method })}
      />
      {values.method === "years_after" && <RuleTextField name="yearsAfter" label={t.yearsAfter} {...form} />}
    </>
  );
}
