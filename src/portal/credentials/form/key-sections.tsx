import { Fragment, useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { clickEnded } from "../../client/click-ended.ts";
import { SectionCard } from "../../ui/card.tsx";
import { Button } from "../../ui/button.tsx";
import { Code } from "../../ui/code-block.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Switch } from "../../ui/forms/switch.tsx";
import { holdEnter, Textarea, TextInput } from "../../ui/forms/text-input.tsx";
import { joinList } from "../../ui/join-list.ts";
import { optInScopes } from "../../../contract/mcp.ts";
import type { Key } from "../portal-types.ts";
import type { KeyValues } from "./key-form.ts";
import { PresetChoice } from "../scopes/preset-choice.tsx";
import { findElevated, findOnBehalf, summarizeScopes } from "../scopes/scope-grid.ts";
import { findPreset } from "../scopes/scope-presets.ts";
import { ScopePicker } from "../scopes/scope-picker.tsx";
import { later } from "../../ui/feedback/later.tsx";
import { keySections as t } from "./strings.ts";

// Few keys need them, and only once their scopes or their name are chosen.
const AttorneySelect = later(() => import("./attorney-select.tsx").then((file) => file.AttorneySelect));
/** An optional hint: if its script cannot be fetched, there is none. */
const NamesakeWarning = later<{ name: string; ownId: string | null }>(() =>
  import("./namesake-warning.tsx").then(
    (file) => file.NamesakeWarning,
    () => () => null,
  ),
);
const OwnerFields = later(
  () => import("./owner-fields.tsx").then((file) => file.OwnerFields),
  () => <Skeleton className="h-24" />,
);
const VendorSelect = later(() => import("./vendor-select.tsx").then((file) => file.VendorSelect));

interface NameSectionProps {
  /** Of an existing key. */
  ownId?: string | null;
  owner?: Key["owner"];
}

export function NameSection({ ownId = null, owner = null }: NameSectionProps) {
  const { register, formState, getValues, watch } = useFormContext<KeyValues>();
  // Looked up when the field is left: not with every letter.
  const [left, setLeft] = useState<string | null>(null);
  const [isOwned, setOwned] = useState(ownId !== null);
  const hasOwner = isOwned || watch("ownerMemberId") !== null || watch("tags") !== "";
  const name = register("name", { onBlur: () => void clickEnded().then(() => setLeft(getValues("name"))) });
  return (
    <SectionCard id="integration" title={t.integration}>
      <div className="grid gap-5">
        <div className="grid gap-1.5">
          <Field
            label={t.name}
            why="fields#name-of-a-key"
            hint={t.nameHint}
            error={formState.errors.name?.message}
            required
          >
            {(control) => (
              <TextInput
                {...control}
                {...name}
                autoComplete="off"
                maxLength={200}
                className="max-w-md"
                onKeyDown={holdEnter}
              />
            )}
          </Field>
          {left !== null && left === watch("name") && <NamesakeWarning name={left} ownId={ownId} />}
        </div>
        <Field
          label={t.description}
          why="fields#description-of-a-key"
          hint={t.descriptionHint}
          error={formState.errors.description?.message}
          optional
        >
          {(control) => (
            <Textarea {...control} {...register("description")} rows={2} maxLength={500} className="max-w-xl" />
          )}
        </Field>
        {hasOwner ? (
          <OwnerFields current={owner} />
        ) : (
          <div>
            <Button variant="ghost" size="sm" className="-ml-3" onClick={() => setOwned(true)}>
              {t.addOwnerAndTags}
            </Button>
          </div>
        )}
      </div>
    </SectionCard>
  );
}

interface ScopesSectionProps {
  presets?: boolean;
  /** Elevated scopes awaiting a decision. */
  pending?: ReadonlySet<string>;
  /** Chosen elevated scopes that must be requested. */
  requested: readonly string[];
}

export function ScopesSection({ presets = false, pending, requested }: ScopesSectionProps) {
  const { control, formState, trigger } = useFormContext<KeyValues>();
  const { field } = useController({ control, name: "scopes" });
  const [wasOpened, setOpened] = useState(!presets);
  const error = formState.errors.scopes?.message;
  // What no preset grants is shown one by one.
  const isByHand = field.value.length > 0 && findPreset(field.value) === null;
  const isOpen = wasOpened || isByHand || error !== undefined;
  const change = (scopes: KeyValues["scopes"]) => {
    field.onChange(scopes);
    // Their requirements depend on the scopes.
    if (formState.isSubmitted) void trigger(["scopes", "actingAttorneyId", "purpose", "validUntil"]);
  };
  return (
    <SectionCard id="scopes" title={t.scopes} why="fields#scopes" description={t.scopesDescription}>
      <div className="grid gap-6">
        {presets && (
          <PresetChoice
            value={field.value}
            onChange={(scopes) => {
              setOpened(false);
              change(scopes);
            }}
          />
        )}
        {isOpen ? (
          <ScopePicker
            value={field.value}
            onChange={change}
            error={error}
            inputRef={field.ref}
            {...(pending !== undefined && { pending })}
          />
        ) : (
          <FoldedScopes scopes={field.value} onOpen={() => setOpened(true)} />
        )}
        {requested.length > 0 && <PurposeField requested={requested} />}
      </div>
    </SectionCard>
  );
}

/** Instead of the table, which has a hundred boxes. */
function FoldedScopes({ scopes, onOpen }: { scopes: KeyValues["scopes"]; onOpen: () => void }) {
  const isEmpty = scopes.length === 0;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      {!isEmpty && <span className="text-muted">{summarizeScopes(scopes.length, findElevated(scopes).length, 0)}</span>}
      <Button size="sm" aria-expanded={false} onClick={onOpen}>
        {isEmpty ? t.chooseOneByOne : t.changeScopes}
      </Button>
    </div>
  );
}

function PurposeField({ requested }: { requested: readonly string[] }) {
  const { control } = useFormContext<KeyValues>();
  const { field, fieldState } = useController({ control, name: "purpose" });
  return (
    <div id="purpose" className="grid gap-4 rounded-lg border border-warning/30 bg-warning-soft p-4">
      <p className="max-w-prose text-sm">
        {t.areElevated(requested.length, <strong className="font-semibold">{joinList([...requested])}</strong>)}
      </p>
      <Field
        label={t.reason}
        why="fields#elevated-scopes"
        hint={t.reasonHint}
        error={fieldState.error?.message}
        required
      >
        {(attributes) => (
          <Textarea
            {...attributes}
            ref={field.ref}
            name={field.name}
            value={field.value ?? ""}
            maxLength={1000}
            onBlur={field.onBlur}
            onChange={(event) => field.onChange(event.target.value === "" ? undefined : event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}

interface AttorneySectionProps {
  former?: { id: string; name: string } | null;
  /** Chosen where one is required, if an attorney. */
  proposed?: string | null;
}

export function AttorneySection({ former = null, proposed = null }: AttorneySectionProps) {
  const { control, watch } = useFormContext<KeyValues>();
  const { field, fieldState } = useController({ control, name: "actingAttorneyId" });
  const onBehalf = findOnBehalf(watch("scopes"));
  const isNeeded = onBehalf.length > 0;
  // Reports over child organizations act for an attorney, too.
  if (!isNeeded && field.value === null && !watch("scopes").includes("reports:run")) return null;
  return (
    <SectionCard
      id="acting-attorney"
      title={t.actingAttorney}
      {...(isNeeded && { description: t.attorneyDescription })}
    >
      <AttorneySelect
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        required={isNeeded}
        proposed={isNeeded ? proposed : null}
        former={former}
        error={fieldState.error?.message}
        hint={isNeeded ? t.attribution(<Codes of={onBehalf} />) : t.attorneyOptional}
      />
    </SectionCard>
  );
}

function Codes({ of }: { of: readonly string[] }) {
  return of.map((scope, index) => (
    <Fragment key={scope}>
      {index > 0 && " "}
      <Code>{scope}</Code>
    </Fragment>
  ));
}

/**
 * Only for keys with medical scopes, which alone show retrieval requests, and for bound keys.
 *
 * @param current the vendor of an existing key
 */
export function VendorSection({ current = null }: { current?: { id: string; name: string } | null }) {
  const { control, watch } = useFormContext<KeyValues>();
  const { field, fieldState } = useController({ control, name: "vendorContactId" });
  if (field.value === null && !watch("scopes").some((scope) => scope.startsWith("medical:"))) return null;
  return (
    <SectionCard id="vendor" title={t.vendor} description={t.vendorDescription}>
      <VendorSelect
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        current={current}
        error={fieldState.error?.message}
      />
    </SectionCard>
  );
}

/** Only for keys with scopes that the switch is about, and where it was changed. */
export function AssistantsSection() {
  const { register, watch } = useFormContext<KeyValues>();
  if (!watch("scopes").some((scope) => optInScopes.has(scope)) && !watch("mcpSensitiveRecords")) return null;
  return (
    <SectionCard id="assistants" title={t.assistants}>
      <Switch {...register("mcpSensitiveRecords")} label={t.letAssistants} hint={t.letAssistantsHint} />
    </SectionCard>
  );
}

/** Only for keys that run reports, and where it was changed. */
export function ReportsSection() {
  const { register, watch } = useFormContext<KeyValues>();
  if (!watch("scopes").includes("reports:run") && watch("reportIncludeChildOrganizations")) return null;
  return (
    <SectionCard id="reports" title={t.reports} why="fields#child-organizations-in-reports">
      <Switch {...register("reportIncludeChildOrganizations")} label={t.includeChildren} hint={t.includeChildrenHint} />
    </SectionCard>
  );
}
