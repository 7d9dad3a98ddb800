import { useState } from "react";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { callIdentity } from "./call-identity.ts";
import { OneTimeCodeForm } from "./one-time-code-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { IdentityRejection } from "../portal-error.ts";
import { signInDialog as t } from "../lazy-strings.ts";
import { goToSignIn } from "./sign-in-address.ts";
import { useSecondFactor } from "./use-second-factor.ts";

interface SignInDialogProps {
  email: string;
  onClose: (isSignedIn: boolean) => void;
}

/** Signs the same person in again: another person's screen must not stay in memory. */
export function SignInDialog({ email, onClose }: SignInDialogProps) {
  const [needsCode, setNeedsCode] = useState(false);
  const { kind, setKind, verify, verifyPasskey } = useSecondFactor(() => onClose(true));
  const cancel = () => onClose(false);
  const signIn = async (password: string) => {
    const { twoFactorRedirect } = await callIdentity<{ twoFactorRedirect?: boolean }>("sign-in/email", {
      email,
      password,
    }).catch(placeAtPassword);
    if (twoFactorRedirect === true) setNeedsCode(true);
    else onClose(true);
  };
  return (
    <Dialog
      open
      onOpenChange={cancel}
      width="sm"
      title={t.signInAgain}
      description={
        <>
          {t.yourSessionHasEnded(<strong className="font-semibold text-text wrap-anywhere">{email}</strong>, (text) => (
            <button
              type="button"
              onClick={goToSignIn}
              className="cursor-pointer rounded py-0.5 text-accent underline underline-offset-3"
            >
              {text}
            </button>
          ))}
          .
        </>
      }
    >
      {needsCode ? (
        <OneTimeCodeForm
          kind={kind}
          onKindChange={setKind}
          onSubmit={verify}
          onPasskey={verifyPasskey}
          submit={t.signIn}
          onCancel={cancel}
        />
      ) : (
        <PasswordForm submit={t.signIn} email={email} onSubmit={signIn} onCancel={cancel} />
      )}
    </Dialog>
  );
}

/** The address is fixed here, so only the password can be wrong. */
function placeAtPassword(error: unknown): never {
  if (!(error instanceof IdentityRejection) || error.data.code !== "UNAUTHORIZED") throw error;
  throw new IdentityRejection("", {
    ...error.data,
    code: "VALIDATION_FAILED",
    faults: [{ path: "password", message: t.isWrong }],
  });
}
