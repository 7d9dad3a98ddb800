import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { accountKey } from "../client/query-client.ts";
import { useAccount } from "../shell/account-context.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { later } from "../ui/feedback/later.tsx";
import { secondFactor as t } from "./strings.ts";

const EnrollDialog = later(() => import("../client/identity/enroll-dialog.tsx"));
const RenewRecoveryCodes = later(() => import("./renew-recovery-codes.tsx"));
const DisableSecondFactor = later(() => import("./disable-second-factor.tsx"));

export function SecondFactor() {
  const { twoFactorEnabled, isPlatformAdministrator } = useAccount();
  const [open, setOpen] = useState<"enable" | "renew" | "disable" | null>(null);
  const queries = useQueryClient();
  const showToast = useToast();
  const close = () => setOpen(null);
  const endEnrollment = (isEnrolled: boolean) => {
    close();
    if (!isEnrolled) return;
    showToast(t.secondFactorSetUp);
    void queries.invalidateQueries({ queryKey: accountKey });
  };
  return (
    <SectionCard
      id="second-factor"
      title={
        <span className="flex flex-wrap items-center gap-3">
          {t.secondFactor(
            twoFactorEnabled ? <Badge tone="success">{t.on}</Badge> : <Badge tone="warning">{t.off}</Badge>,
          )}
        </span>
      }
      description={t.description}
    >
      {twoFactorEnabled ? (
        <div className="flex flex-wrap gap-2.5">
          <Button onClick={() => setOpen("renew")}>{t.createRecoveryCodes}</Button>
          <Button variant="danger-quiet" onClick={() => setOpen("disable")}>
            {t.turnOffSecondFactor}
          </Button>
        </div>
      ) : (
        <div className="grid justify-items-start gap-4">
          {isPlatformAdministrator && <Banner tone="warning">{t.platformAdministratorsNeedSecond}</Banner>}
          <Button variant="primary" onClick={() => setOpen("enable")}>
            {t.setUpSecondFactor}
          </Button>
        </div>
      )}
      {open === "enable" && <EnrollDialog onClose={endEnrollment} />}
      {open === "renew" && <RenewRecoveryCodes onClose={close} />}
      {open === "disable" && <DisableSecondFactor onClose={close} />}
    </SectionCard>
  );
}
