import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { faultOf } from "../organization/contact-values.ts";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonText } from "../ui/feedback/skeleton.tsx";
import { Checkbox } from "../ui/forms/checkbox.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { describeRule } from "./describe-rule.ts";
import { differencesDialog as t } from "./lazy-strings.ts";
import { useInvalidateCalendars, type Calendar, type SavedCalendar } from "./views.ts";

type Rule = Calendar["rules"][number];

/** The rules with the shipped ones of the chosen keys: what the shipped calendar lacks is removed. */
function takeOver(own: readonly Rule[], shipped: readonly Rule[], keys: ReadonlySet<string>): Rule[] {
  const taken = shipped.filter(({ key }) => keys.has(key) || own.some((rule) => rule.key === key));
  const mine = new Map(own.map((rule) => [rule.key, rule]));
  const kept = own.filter(({ key }) => !keys.has(key) && !shipped.some((rule) => rule.key === key));
  return [...taken.map((rule) => (keys.has(rule.key) ? rule : (mine.get(rule.key) ?? rule))), ...kept];
}

/** What a copy differs in from its shipped calendar, to take over one by one. */
export function DifferencesDialog({ calendar, onClose }: { calendar: SavedCalendar; onClose: () => void }) {
  const { id, revision, name, templateKey, templateDifferences, rules } = calendar;
  const trpc = useTRPC();
  const list = useQuery(trpc.holidayCalendarTemplates.list.queryOptions({}));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(templateDifferences.map(({ ruleKey }) => ruleKey)),
  );
  const { faults, rejection, reject } = useFormErrors<string>();
  const invalidate = useInvalidateCalendars();
  const mutation = useChange(trpc.holidayCalendars.update.mutationOptions(), {
    successMessage: () => t.taken(name),
    onSuccess: onClose,
    onRejected: reject,
    invalidate,
  });
  const shipped = list.data?.templates.find((template) => template.templateKey === templateKey)?.rules ?? [];
  const describe = (of: readonly Rule[], key: string) => {
    const rule = of.find((each) => each.key === key);
    return rule === undefined ? t.none : describeRule(rule);
  };
  const choose = (key: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, key] : [...before].filter((each) => each !== key)));
  const submit = () => {
    if (chosen.size === 0) onClose();
    else mutation.mutate({ calendarId: id, expectedRevision: revision, rules: takeOver(rules, shipped, chosen) });
  };
  return (
    <FormDialog
      title={t.title}
      description={t.description}
      action={t.takeOver}
      busy={mutation.isPending || list.data === undefined}
      rejection={rejection ?? faultOf(faults, "rules")}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      {list.data === undefined ? (
        <QueryFallback query={list} what={t.templates} placeholder={<SkeletonText lines={3} />} />
      ) : (
        templateDifferences.map(({ ruleKey, name: holiday, difference }) => (
          <Checkbox
            key={ruleKey}
            label={`${holiday}: ${t.kinds[difference]}`}
            hint={
              <>
                {t.here}: {describe(rules, ruleKey)}
                <br />
                {t.shipped}: {describe(shipped, ruleKey)}
              </>
            }
            checked={chosen.has(ruleKey)}
            onChange={({ target }) => choose(ruleKey, target.checked)}
          />
        ))
      )}
    </FormDialog>
  );
}
