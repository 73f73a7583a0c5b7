import { ChevronDown, ChevronsRight, ChevronUp, type LucideIcon } from 'lucide-react';
import { useSession, useShortcuts } from 'shared/desk';
import { IconButton, Tooltip, useOnline } from 'shared/kit';
import { may } from 'shared/rules/permissions';
import { useOrderActions } from '../OrderActionsContext.ts';
import { useListSteps } from './useListSteps.ts';
import styles from './OrderStepper.module.css';

/** From this order to the next: along the list that one came from, and "Next order". Keys J, K and N (rules 8.20, 8.21). */
export function OrderStepper() {
  const { orderId, takeNext } = useOrderActions();
  const step = useListSteps(orderId);
  const role = useSession(({ role: own }) => own);
  const takes = useOnline() && may(role, 'order.assign');
  useShortcuts({ j: () => (step ? step('next') : false), k: () => (step ? step('previous') : false) });
  useShortcuts({ n: takeNext }, { enabled: takes });

  return (
    <div className={styles.stepper}>
      {step && (
        <>
          <Step label="Previous in the list" keys="K" icon={ChevronUp} onPress={() => step('previous')} />
          <Step label="Next in the list" keys="J" icon={ChevronDown} onPress={() => step('next')} />
        </>
      )}
      {takes && <Step label="Next order" keys="N" icon={ChevronsRight} onPress={takeNext} />}
    </div>
  );
}

interface StepProps {
  label: string;
  keys: string;
  icon: LucideIcon;
  onPress: () => void;
}

function Step({ label, keys, icon: Icon, onPress }: StepProps) {
  return (
    <Tooltip describeChild title={`${label} (${keys})`}>
      <IconButton aria-label={label} aria-keyshortcuts={keys} onClick={onPress}>
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </Tooltip>
  );
}
