import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CaseSearch, type FoundCase } from "../client/case-search.tsx";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC, useTRPCClient, type PortalOutputs } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { Checkbox } from "../ui/forms/checkbox.tsx";
import { FieldGroup } from "../ui/forms/field.tsx";
import { ChoiceField, TextField } from "../ui/forms/fields.tsx";
import { RadioCard } from "../ui/forms/radio-cards.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { describeTerms } from "./describe-terms.ts";
import { acceptDialog as t } from "./lazy-strings.ts";
import { referralsScreen } from "./strings.ts";
import { describeMatter, useInvalidateReferrals, type Referral } from "./views.ts";

/** What becomes of the matter at the firm. */
type Place = keyof typeof t.places;

interface Values {
  attorneyId: string | null;
  attorneyName: string;
  place: Place;
  chosenCase: FoundCase | null;
  /** The revision of the terms to which the person agreed: another one is agreed to anew. */
  agreedRevision: number | null;
}
type Field = "handlingAttorneyId" | "handlingAttorneyName" | "attach" | "caseId" | "termsRevision";

const isTaking = ({ direction }: Referral) => direction === "inbound";

/** Where the firm can have the matter; none where it has it already, or the other firm takes it. */
function listPlaces(referral: Referral, seesCases: boolean): readonly Place[] {
  const { channel, leadId, caseId } = referral;
  if (!isTaking(referral) || leadId !== null || caseId !== null) return [];
  const places: readonly Place[] =
    channel === "network" ? ["new_case", "new_lead", "existing_case"] : ["existing_case", "later"];
  return places.filter((place) => place !== "existing_case" || seesCases);
}

function findFaults(
  { attorneyId, place, chosenCase, agreedRevision }: Values,
  { referral, places }: { referral: Referral; places: readonly Place[] },
): Partial<Record<Field, string>> {
  const { terms } = referral;
  return {
    ...(terms !== null && agreedRevision !== terms.termsRevision && { termsRevision: t.confirmTerms }),
    ...(isTaking(referral) && attorneyId === null && { handlingAttorneyId: t.chooseAttorney }),
    ...(places.length > 0 && place === "existing_case" && chosenCase === null && { caseId: t.chooseCase }),
  };
}

/** What the acceptance says of the matter. */
function describePlace(place: Place, chosenCase: FoundCase | null) {
  if (place === "new_case" || place === "new_lead") return { attach: place };
  return place === "existing_case" && chosenCase !== null ? { caseId: chosenCase.id } : {};
}

/** What was created at the firm. */
function describeMade({ caseNumber, hasNewLead }: PortalOutputs["referrals"]["acceptOffer"]): string {
  if (caseNumber !== null) return t.newCase(caseNumber);
  return hasNewLead ? t.newLead : "";
}

interface AcceptDialogProps {
  referral: Referral;
  onClose: () => void;
}

/** The handling firm takes the matter by the terms that the person reads here. */
export function AcceptDialog({ referral, onClose }: AcceptDialogProps) {
  const trpc = useTRPC();
  const { can } = useOrganization();
  const { id, revision, sequenceId, terms } = referral;
  const places = listPlaces(referral, can("cases:view") && can("clients:view"));
  const [values, setValues] = useState<Values>({
    attorneyId: null,
    attorneyName: "",
    place: places[0] ?? "later",
    chosenCase: null,
    agreedRevision: null,
  });
  const change = (changed: Partial<Values>) => setValues({ ...values, ...changed });
  const { faults, rejection, validate, reject } = useFormErrors<Field>();
  const lacksCheck = useLacksCheck(referral);
  const mutation = useChange(trpc.referrals.acceptOffer.mutationOptions(), {
    successMessage: (accepted) => t.wasAccepted(sequenceId, describeMade(accepted)),
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateReferrals(),
  });
  const isOpen = referral.availableTransitions.includes("accepted");
  const submit = () => {
    if (!validate(findFaults(values, { referral, places }))) return;
    const attorneyName = values.attorneyName.trim();
    mutation.mutate({
      referralId: id,
      expectedRevision: revision,
      termsRevision: values.agreedRevision,
      ...(values.attorneyId !== null && { handlingAttorneyId: values.attorneyId }),
      ...(attorneyName !== "" && { handlingAttorneyName: attorneyName }),
      ...(places.length > 0 && describePlace(values.place, values.chosenCase)),
    });
  };
  const parts = { referral, values, faults, onChange: change };
  return (
    <FormDialog
      title={t.title(sequenceId)}
      description={describeConsequence(referral)}
      action={isTaking(referral) ? t.accept : t.record}
      busy={mutation.isPending}
      disabled={!isOpen || lacksCheck}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      {!isOpen && (
        <Banner tone="warning" live title={t.isOver(referralsScreen.statuses[referral.status])}>
          {t.isOverHint}
        </Banner>
      )}
      {isOpen && lacksCheck && (
        <Banner tone="warning" title={t.lacksCheck}>
          {t.lacksCheckHint}
        </Banner>
      )}
      <TermsToConfirm
        referral={referral}
        agreedRevision={values.agreedRevision}
        error={faults.termsRevision}
        onAgree={(agreedRevision) => change({ agreedRevision })}
      />
      <AttorneyField {...parts} />
      {places.length > 0 && <MatterFields {...parts} places={places} />}
      {terms === null && <p className="text-sm text-muted">{t.noTerms}</p>}
    </FormDialog>
  );
}

interface PartProps {
  referral: Referral;
  values: Values;
  faults: Partial<Record<Field, string>>;
  onChange: (changed: Partial<Values>) => void;
}

/** Who takes the matter: an attorney of the firm, or of the other one. */
function AttorneyField({ referral, values, faults, onChange }: PartProps) {
  const trpc = useTRPC();
  const isOwn = isTaking(referral);
  const { data } = useQuery({ ...trpc.referrals.listAttorneys.queryOptions({}), enabled: isOwn });
  if (!isOwn)
    return (
      <TextField
        label={t.attorney}
        hint={t.attorneyHint(referral.partnerFirm.name)}
        error={faults.handlingAttorneyName}
        optional
        autoComplete="off"
        maxLength={200}
        value={values.attorneyName}
        onChange={(attorneyName) => onChange({ attorneyName })}
      />
    );
  const names = new Map(data?.attorneys.map((attorney) => [attorney.id, attorney.name]));
  return (
    <ChoiceField
      label={t.attorney}
      why="fields#responding-to-a-referral"
      error={faults.handlingAttorneyId}
      required
      values={[...names.keys()]}
      name={(attorneyId) => names.get(attorneyId) ?? ""}
      none={t.noAttorney}
      value={values.attorneyId}
      onChange={(attorneyId) => onChange({ attorneyId })}
    />
  );
}

/** What the firm makes of the matter. */
function MatterFields({ referral, values, faults, onChange, places }: PartProps & { places: readonly Place[] }) {
  const client = useTRPCClient();
  return (
    <>
      <FieldGroup
        legend={t.place}
        hint={t.matter(describeMatter(referral))}
        error={faults.attach}
        why="fields#responding-to-a-referral"
      >
        <div className="grid gap-2.5">
          {places.map((place) => (
            <RadioCard
              key={place}
              name="place"
              title={t.places[place]}
              hint={t.placeHints[place]}
              checked={values.place === place}
              onChange={() => onChange({ place })}
            />
          ))}
        </div>
      </FieldGroup>
      {values.place === "existing_case" && (
        <CaseSearch
          name="referrals"
          find={(q) => client.referrals.findCases.query({ q })}
          why="fields#responding-to-a-referral"
          chosen={values.chosenCase}
          error={faults.caseId}
          onChoose={(chosenCase) => onChange({ chosenCase })}
        />
      )}
    </>
  );
}

/** What follows from it, in words. */
function describeConsequence(referral: Referral): string {
  const { channel, partnerFirm } = referral;
  if (!isTaking(referral)) return t.theirRecord(partnerFirm.name);
  return channel === "network" ? t.consequence(partnerFirm.name) : t.ownRecord(partnerFirm.name);
}

/** Whether the firm requires a conflict check that the referral does not have yet. */
function useLacksCheck(referral: Referral): boolean {
  const trpc = useTRPC();
  const isAsked = isTaking(referral) && referral.channel === "network";
  const { data: profile } = useQuery({ ...trpc.referralProfile.get.queryOptions({}), enabled: isAsked });
  const { data } = useQuery({
    ...trpc.referrals.getConflictCheck.queryOptions({ referralId: referral.id }),
    enabled: isAsked,
  });
  if (!isAsked || profile?.referralProfile.needsConflictCheck !== true || data === undefined) return false;
  const decision = data.check?.conflictCheck.decision;
  return decision !== "clear" && decision !== "waived";
}

interface TermsToConfirmProps {
  referral: Referral;
  agreedRevision: number | null;
  error: string | undefined;
  onAgree: (revision: number | null) => void;
}

/** The terms as sentences. Others that arrive meanwhile are shown, and agreed to anew. */
function TermsToConfirm({ referral, agreedRevision, error, onAgree }: TermsToConfirmProps) {
  const { terms, partnerFirm } = referral;
  const [openedRevision] = useState(terms?.termsRevision);
  if (terms === null) return null;
  const { termsRevision } = terms;
  return (
    <FieldGroup legend={t.terms(termsRevision)} error={error} why="fields#responding-to-a-referral">
      {termsRevision !== openedRevision && (
        <Banner tone="warning" live title={t.termsChanged}>
          {t.termsChangedHint}
        </Banner>
      )}
      <p className="text-sm">{describeTerms(referral, terms)}</p>
      <Checkbox
        label={isTaking(referral) ? t.agree : t.theyAgree(partnerFirm.name)}
        aria-invalid={error !== undefined}
        checked={agreedRevision === termsRevision}
        onChange={({ target }) => onAgree(target.checked ? termsRevision : null)}
      />
    </FieldGroup>
  );
}
