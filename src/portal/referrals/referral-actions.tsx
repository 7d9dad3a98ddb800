import { useState } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button, type ButtonLook } from "../ui/button.tsx";
import { later } from "../ui/feedback/later.tsx";
import { referralActions as t } from "./lazy-strings.ts";
import { useInvalidateReferrals, type Referral } from "./views.ts";

const AcceptDialog = later(() => import("./accept-dialog.tsx").then((file) => file.AcceptDialog));
const DeclineDialog = later(() => import("./answer-dialogs.tsx").then((file) => file.DeclineDialog));
const SendDialog = later(() => import("./answer-dialogs.tsx").then((file) => file.SendDialog));
const WithdrawDialog = later(() => import("./answer-dialogs.tsx").then((file) => file.WithdrawDialog));

const dialogs = {
  withdrawn: WithdrawDialog,
  declined: DeclineDialog,
  accepted: AcceptDialog,
  sent: SendDialog,
} as const;
type Answer = keyof typeof dialogs;

/** In the order of their buttons. */
const answers = ["withdrawn", "declined", "accepted", "sent"] as const satisfies readonly Answer[];
const looks = {
  withdrawn: "danger-quiet",
  declined: "danger-quiet",
  accepted: "primary",
  sent: "primary",
} as const satisfies Record<Answer, ButtonLook["variant"]>;

/** Whether the other firm does it, and the firm writes it down. */
const isRecorded = ({ direction, channel }: Referral, answer: Answer): boolean =>
  channel === "external" && (direction === "inbound") === (answer === "withdrawn");

/** What a member who manages referrals can do with one now. */
export function ReferralActions({ referral }: { referral: Referral }) {
  const { can } = useOrganization();
  // It stays open when the referral moves meanwhile, and says so.
  const [opened, setOpened] = useState<Answer | null>(null);
  if (!can("referrals:manage")) return null;
  const { availableTransitions } = referral;
  const Opened = opened === null ? null : dialogs[opened];
  return (
    <>
      {availableTransitions.includes("under_review") && <StartReview referral={referral} />}
      {answers
        .filter((answer) => availableTransitions.includes(answer))
        .map((answer) => (
          <Button key={answer} variant={looks[answer]} onClick={() => setOpened(answer)}>
            {(isRecorded(referral, answer) ? t.record : t.buttons)[answer]}
          </Button>
        ))}
      {Opened !== null && <Opened referral={referral} onClose={() => setOpened(null)} />}
    </>
  );
}

function StartReview({ referral: { id, revision } }: { referral: Referral }) {
  const trpc = useTRPC();
  const mutation = useChange(trpc.referrals.startReview.mutationOptions(), {
    successMessage: () => t.isUnderReview,
    invalidate: useInvalidateReferrals(),
  });
  return (
    <Button busy={mutation.isPending} onClick={() => mutation.mutate({ referralId: id, expectedRevision: revision })}>
      {t.startReview}
    </Button>
  );
}
