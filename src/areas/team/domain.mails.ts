import type { Context } from "../../rpc/context.ts";
import { queueInvitationMail, readOrganizationName } from "./store.ts";

/**
 * Queues the mail of an invitation; sent after commit.
 *
 * @param isActive whether the person is a member already, and need not join
 */
export async function mailInvitation(
  context: Context,
  { firstName, email }: { firstName: string; email: string },
  { userId, hasPassword }: { userId: string; hasPassword: boolean },
  isActive = false,
): Promise<void> {
  const organization = await readOrganizationName(context);
  const inviter = context.principal.actorName;
  // A person with an account usually is a member elsewhere and must agree first.
  const [subject, text] = hasPassword
    ? [
        `You are invited to ${organization}`,
        `${inviter} invites you to ${organization} in Caseport. You already have an account. ${isActive ? "Sign in with it." : "Sign in, then join the organization under “Your organizations”."}`,
      ]
    : [
        `You have been added to ${organization}`,
        `${inviter} has added you to ${organization} in Caseport. Set a password to start. The link is valid for 7 days and works once.`,
      ];
  const mail = { to: email, subject, text: `Dear ${firstName},\n\n${text}`, needsPassword: !hasPassword };
  await queueInvitationMail(context, mail, userId);
}
