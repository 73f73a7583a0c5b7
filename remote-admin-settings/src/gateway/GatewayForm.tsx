import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { gatewayCalls, type Gateway, type GatewayChange } from 'shared/api/gatewayCalls';
import { queryClient, queryKeys, useAction, useCallForm, useWatch } from 'shared/desk';
import { useSteady } from 'shared/kit/base';
import { OfflineReason } from '../OfflineReason.tsx';
import { SubmitButton } from '../SubmitButton.tsx';
import { GatewayText } from './GatewayText.tsx';
import classes from './Gateway.module.css';

interface GatewayFormProps {
  data: readonly Gateway[];
  changes: readonly GatewayChange[];
}

/** Chooses the gateway that is to be the active one. None is chosen at first: the one that is active says so. */
export function GatewayForm({ data: gateways, changes }: GatewayFormProps) {
  const id = useId();
  const { register, handleSubmit, refuse, reset, control, formState } = useCallForm(gatewayCalls.activateGateway, {
    fields: [],
    own: { gatewayName: gatewayCalls.activateGateway.input.entries.gatewayId },
    namedByApi: { gatewayName: 'gatewayId' },
    defaultValues: { gatewayName: '' },
  });
  const activate = useAction(gatewayCalls.activateGateway, {
    place: 'gateway',
    onDone: () => {
      reset({ gatewayName: '' });
      void queryClient.invalidateQueries({ queryKey: queryKeys.gateways() });
    },
    onFailed: (failure) => {
      refuse(failure);
      // Another list than the one it was chosen from: there is no such gateway any more.
      if (failure.httpStatus === 404) void queryClient.invalidateQueries({ queryKey: queryKeys.gateways() });
    },
  });
  const chosenId = useWatch({ control, name: 'gatewayName' });
  const chosen = gateways.find((gateway) => String(gateway.id) === chosenId);
  const error = useSteady(formState.errors.gatewayName?.message);

  return (
    <form noValidate onSubmit={handleSubmit(({ gatewayName: gatewayId }) => void activate.run({ gatewayId }))}>
      <div
        role="radiogroup"
        aria-label="Gateway"
        aria-required
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        {gateways.map((gateway) => (
          <label key={gateway.id} className={gateway === chosen ? `${classes.row} ${classes.chosen}` : classes.row}>
            <input
              type="radio"
              className={classes.radio}
              value={gateway.id}
              aria-labelledby={`${id}-${gateway.id}`}
              aria-describedby={`${id}-${gateway.id}-about`}
              {...register('gatewayName')}
            />
            <GatewayText id={`${id}-${gateway.id}`} gateway={gateway} changes={changes} />
          </label>
        ))}
      </div>
      {error && (
        <p className={classes.error} id={`${id}-error`}>
          <CircleAlert size={14} strokeWidth={2} aria-hidden />
          {error}
        </p>
      )}
      <div className={classes.end}>
        <SubmitButton pending={activate.pending}>Active Gateway</SubmitButton>
        <OfflineReason>Your choice is kept.</OfflineReason>
        <span className={classes.about} aria-live="polite">
          {chosen &&
            (chosen.is_active === '1'
              ? `${chosen.gateway_name} is active already.`
              : `New payments go to ${chosen.gateway_name} at once.`)}
        </span>
      </div>
    </form>
  );
}
