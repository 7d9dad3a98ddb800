import { Ellipsis, History, Pause, Play, RefreshCw, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../ui/overlays/dropdown-menu.tsx";
import { useSwitching } from "./use-enable.ts";
import { useTest } from "./use-test.ts";
import type { Subscription } from "./webhook-types.ts";
import { later } from "../ui/feedback/later.tsx";
import { subscriptionActions as t } from "./strings.ts";

const TestDialog = later(() => import("./test-dialog.tsx").then((module) => module.TestDialog));
const RecoverDialog = later(() => import("./deliveries/recover-dialog.tsx").then((module) => module.RecoverDialog));
const RotateDialog = later(() => import("./rotate-dialog.tsx").then((module) => module.RotateDialog));
const DisableDialog = later(() => import("./disable-dialog.tsx").then((module) => module.DisableDialog));
const DeleteWebhookDialog = later(() =>
  import("./delete-webhook-dialog.tsx").then((module) => module.DeleteWebhookDialog),
);

const dialogs = {
  recover: RecoverDialog,
  rotate: RotateDialog,
  disable: DisableDialog,
  delete: DeleteWebhookDialog,
} as const;
type Opened = keyof typeof dialogs;

/** The server decides; this only avoids requests that fail. */
export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const { enable, isBusy } = useSwitching(subscription);
  const test = useTest(subscription.id);
  const isActive = subscription.status === "active";
  const isOver = subscription.obstacle === "key_revoked" || subscription.obstacle === "key_expired";
  return (
    <>
      {!isActive && (
        <Button variant="primary" busy={isBusy} onClick={enable}>
          <Play aria-hidden className="size-4" />
          {t.enableWebhook}
        </Button>
      )}
      {!isOver && (
        <Button variant={isActive ? "primary" : "secondary"} busy={test.isBusy} onClick={() => void test.send()}>
          <Send aria-hidden className="size-4" />
          {t.sendTest}
        </Button>
      )}
      {isActive && !isOver && (
        <Button onClick={() => setOpened("recover")}>
          <History aria-hidden className="size-4" />
          {t.recoverEvents}
        </Button>
      )}
      <More isActive={isActive} onOpen={setOpened} />
      {test.deliveryId !== null && (
        <TestDialog
          key={test.deliveryId}
          deliveryId={test.deliveryId}
          isBusy={test.isBusy}
          onAgain={() => void test.send()}
          onClose={test.close}
        />
      )}
      {opened !== null && <Opening what={opened} subscription={subscription} onClose={() => setOpened(null)} />}
    </>
  );
}

function More({ isActive, onOpen }: { isActive: boolean; onOpen: (what: Opened) => void }) {
  return (
    <Menu
      trigger={
        <Button size="icon" aria-label={t.moreActions} className="size-9.5">
          <Ellipsis aria-hidden className="size-4.5" />
        </Button>
      }
    >
      <MenuItem onSelect={() => onOpen("rotate")}>
        <RefreshCw aria-hidden className="size-4" />
        {t.rotateSecret}
      </MenuItem>
      {isActive && (
        <MenuItem onSelect={() => onOpen("disable")}>
          <Pause aria-hidden className="size-4" />
          {t.disableWebhook}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem danger onSelect={() => onOpen("delete")}>
        <Trash2 aria-hidden className="size-4" />
        {t.deleteWebhook}
      </MenuItem>
    </Menu>
  );
}

function Opening({ what, ...rest }: { what: Opened; subscription: Subscription; onClose: () => void }) {
  const Dialog = dialogs[what];
  return <Dialog {...rest} />;
}
