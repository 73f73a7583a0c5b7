import { SearchX } from 'lucide-react';
import { EmptyState } from 'shared/kit';
import { Button } from 'shared/kit/base';

interface NothingFoundProps {
  /** The words that were searched for. */
  term: string;
  /** Where: "New Orders". */
  where: string;
  onClear: () => void;
}

/** A search without hits names the words, and the way back to all orders. */
export function NothingFound({ term, where, onClear }: NothingFoundProps) {
  return (
    <EmptyState
      icon={<SearchX size={24} strokeWidth={1.75} aria-hidden />}
      title="No records found"
      action={
        <Button variant="outlined" onClick={onClear}>
          Clear search
        </Button>
      }
    >
      Nothing in {where} has “<bdi>{term}</bdi>” in its order id, name, e-mail or telephone.
    </EmptyState>
  );
}
