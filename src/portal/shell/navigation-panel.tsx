import { X } from "lucide-react";
import * as Radix from "@radix-ui/react-dialog";
import { Button } from "../ui/button.tsx";
import { useReturnFocus } from "../ui/overlays/return-focus.ts";
import { Navigation } from "./navigation.tsx";
import { navigationPanel as t } from "./lazy-strings.ts";

export default function NavigationPanel({ onClose }: { onClose: () => void }) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <div data-overlay className="overlay lg:hidden" />
        <Radix.Content aria-describedby={undefined} onCloseAutoFocus={returnFocus} className="drawer lg:hidden">
          <div className="flex items-center justify-between border-b border-line py-2.5 pr-3 pl-6">
            <Radix.Title className="font-serif text-lg font-semibold">Caseport</Radix.Title>
            <Radix.Close asChild>
              <Button variant="ghost" size="icon" aria-label={t.closeMenu}>
                <X aria-hidden className="size-5" />
              </Button>
            </Radix.Close>
          </div>
          <div className="overflow-y-auto">
            <Navigation />
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
