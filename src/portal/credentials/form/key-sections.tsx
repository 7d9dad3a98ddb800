import { Fragment, useEffect, useRef, useState } from "react";
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
import { PresetChoice, type ScopesView } from "../scopes/preset-choice.tsx";
import { findOnBehalf } from "../scopes/scope-grid.ts";
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
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <div className="grid content-start gap-1.5">
          <Field
            label={t.name}
            why="fields#name-of-a-key"
            hint={t.nameHint}
            error={formState.errors.name?.message}
            required
          >
            {(control) => <TextInput {...control} {...name} autoComplete="off" maxLength={200} onKeyDown={holdEnter} />}
          </Field>
          {left !== null && left === watch("name") && <NamesakeWarning name={left} ownId={ownId} />}
        </div>
        <Field
          label={t.description}
          why="fields#description-of-a-key"
          error={formState.errors.description?.message}
          optional
        >
          {(control) => <Textarea {...control} {...register("description")} rows={2} maxLength={500} />}
        </Field>
        {hasOwner ? (
          <div className="sm:col-span-2">
            <OwnerFields current={owner} />
          </div>
        ) : (
          <div className="-mt-2">
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
  const [chosenView, setView] = useState<ScopesView | null>(null);
  const view = chosenView ?? (presets ? findView(field.value) : "table");
  const error = formState.errors.scopes?.message;
  const place = useRef<HTMLDivElement>(null);
  // What had the focus went with the view before.
  useEffect(() => {
    if (chosenView === null || document.activeElement !== document.body) return;
    const chosen = place.current?.querySelector<HTMLElement>("[aria-pressed=true]");
    (chosen ?? place.current?.querySelector<HTMLElement>("button"))?.focus();
  }, [chosenView]);
  const change = (scopes: KeyValues["scopes"]) => {
    field.onChange(scopes);
    // Their requirements depend on the scopes.
    if (formState.isSubmitted) void trigger(["scopes", "actingAttorneyId", "purpose", "validUntil"]);
  };
  return (
    <SectionCard
      id="scopes"
      title={t.scopes}
      why="fields#scopes"
      {...(view !== "summary" && { description: t.scopesDescription })}
    >
      <div ref={place} className="grid gap-5">
        {presets && (
          <PresetChoice
            value={field.value}
            view={view}
            onView={setView}
            onChange={change}
            error={error}
            inputRef={field.ref}
          />
        )}
        {view === "table" && (
          <ScopePicker
            value={field.value}
            onChange={(scopes) => {
              setView("table");
              change(scopes);
            }}
            error={error}
            inputRef={field.ref}
            {...(pending !== undefined && { pending })}
          />
        )}
        {requested.length > 0 && <PurposeField requested={requested} />}
      </div>
    </SectionCard>
  );
}

/** Until somebody chooses a view: what no preset grants is shown one by one. */
function findView(scopes: KeyValues["scopes"]): ScopesView {
  if (scopes.length === 0) return "presets";
  return findPreset(scopes) === null ? "table" : "summary";
}

function PurposeField({ requested }: { requested: readonly string[] }) {
  const { control } = useFormContext<KeyValues>();
  const { field, fieldState } = useController({ control, name: "purpose" });
  return (
    <div id="purpose" className="grid gap-4 rounded-lg border border-warning/30 bg-warning-soft p-4">
      <p className="text-sm">
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
            rows={2}
            maxLength={1000}
            onBlur={field.onBlur}
            onChange={(event) => field.onChange(event.target.value === "" ? undefined : event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}

interface ConditionsSectionProps {
  /** The attorney and the vendor of an existing key, also if they can no longer be chosen. */
  formerAttorney?: { id: string; name: string } | null;
  vendor?: { id: string; name: string } | null;
  /** Chosen where an attorney is required, if one. */
  proposedAttorney?: string | null;
}

/**
 * What depends on the chosen scopes: for whom the key acts, its vendor, reports over child organizations, and
 * assistants. Most keys have one or none of them.
 */
export function ConditionsSection({
  formerAttorney = null,
  vendor = null,
  proposedAttorney = null,
}: ConditionsSectionProps) {
  const { register, watch } = useFormContext<KeyValues>();
  const values = watch();
  const onBehalf = findOnBehalf(values.scopes);
  const { hasAttorney, hasVendor, hasReports, hasAssistants } = findConditions(values, onBehalf);
  if (![hasAttorney, hasVendor, hasReports, hasAssistants].includes(true)) return null;
  return (
    <SectionCard id="conditions" title={t.conditions}>
      <div className="grid gap-5">
        {(hasAttorney || hasVendor) && (
          <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
            {hasAttorney && <AttorneyField onBehalf={onBehalf} former={formerAttorney} proposed={proposedAttorney} />}
            {hasVendor && <VendorField current={vendor} />}
          </div>
        )}
        {hasReports && (
          <div id="reports">
            <Switch
              {...register("reportIncludeChildOrganizations")}
              label={t.includeChildren}
              hint={t.includeChildrenHint}
              why="fields#child-organizations-in-reports"
            />
          </div>
        )}
        {hasAssistants && (
          <div id="assistants">
            <Switch
              {...register("mcpSensitiveRecords")}
              label={t.letAssistants}
              hint={t.letAssistantsHint}
              why="assistants#what-an-assistant-cannot-do"
            />
          </div>
        )}
      </div>
    </SectionCard>
  );
}

/** What the scopes are about, and what is set without them. */
function findConditions(
  { actingAttorneyId, vendorContactId, reportIncludeChildOrganizations, mcpSensitiveRecords, scopes }: KeyValues,
  onBehalf: readonly string[],
) {
  const runsReports = scopes.includes("reports:run");
  return {
    // Reports over child organizations act for an attorney, too.
    hasAttorney: onBehalf.length > 0 || actingAttorneyId !== null || runsReports,
    // Medical scopes alone show retrieval requests.
    hasVendor: vendorContactId !== null || scopes.some((scope) => scope.startsWith("medical:")),
    hasReports: runsReports || !reportIncludeChildOrganizations,
    hasAssistants: mcpSensitiveRecords || scopes.some((scope) => optInScopes.has(scope)),
  };
}

interface AttorneyFieldProps {
  /** The scopes whose changes are attributed to the attorney; with one, an attorney is required. */
  onBehalf: readonly string[];
  former: { id: string; name: string } | null;
  proposed: string | null;
}

function AttorneyField({ onBehalf, former, proposed }: AttorneyFieldProps) {
  const { control } = useFormContext<KeyValues>();
  const { field, fieldState } = useController({ control, name: "actingAttorneyId" });
  const isNeeded = onBehalf.length > 0;
  return (
    <div id="acting-attorney">
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
    </div>
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

function VendorField({ current }: { current: { id: string; name: string } | null }) {
  const { control } = useFormContext<KeyValues>();
  const { field, fieldState } = useController({ control, name: "vendorContactId" });
  return (
    <div id="vendor">
      <VendorSelect
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        current={current}
        hint={t.vendorDescription}
        error={fieldState.error?.message}
      />
    </div>
  );
}
