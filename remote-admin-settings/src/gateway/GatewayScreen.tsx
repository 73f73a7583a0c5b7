import { History } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { type Gateway, gatewayCalls, type GatewayChange, maxGatewayChanges } from 'shared/api/gatewayCalls';
import { queryClient, queryOptions, useAction, useCall, useCallForm, useSession, useWatch } from 'shared/desk';
import { listDateTime } from 'shared/format/dates';
import { BidiName, Card, FailedState, RetryNote, SkeletonRows } from 'shared/kit';
import { FieldError, Note, Screen } from 'shared/kit/base';
import { may, rolesText } from 'shared/rules/permissions';
import { OfflineHint, SubmitButton } from '../settingsParts.tsx';
import classes from './Gateway.module.css';

export function GatewayScreen() {
  const { data, error, isFetching, refetch } = useCall(gatewayCalls.gateways, {}, { isPrefetched: true });
  const mayChange = useSession(({ role }) => may(role, 'gateway.change'));
  const again = () => void refetch();
  return (
    <Screen title="Change Gateway">
      {error && !data ? (
        <FailedState title="The gateways could not be loaded" error={error} onRetry={again} retrying={isFetching} />
      ) : (
        <div className={classes.cards}>
          {!mayChange && <Note kind="info">Only {rolesText('gateway.change')} can change this.</Note>}
          {error && (
            <RetryNote retrying={isFetching} onRetry={again}>
              This may be out of date: refreshing failed.
            </RetryNote>
          )}
          <Card
            title="Payment gateway"
            padded={false}
            actions={<span className={classes.quiet}>One gateway is active at a time</span>}
          >
            {!data && <SkeletonRows rows={3} rowHeight={70} />}
            {data && (mayChange ? <GatewayForm {...data} /> : <GatewayList {...data} />)}
          </Card>
          {data && <GatewayHistory changes={data.changes} />}
        </div>
      )}
    </Screen>
  );
}

interface GatewaysProps {
  data: readonly Gateway[];
  changes: readonly GatewayChange[];
}

/** Chooses the active gateway. Nothing is preselected. */
function GatewayForm({ data: gateways, changes }: GatewaysProps) {
  const id = useId();
  const { register, handleSubmit, setServerErrors, reset, control, formState } = useCallForm(
    gatewayCalls.activateGateway,
    {
      fields: [],
      own: { gatewayName: gatewayCalls.activateGateway.input.entries.gatewayId },
      apiNames: { gatewayName: 'gatewayId' },
      defaultValues: { gatewayName: '' },
    },
  );
  const activate = useAction(gatewayCalls.activateGateway, {
    toastId: 'gateway',
    onDone: () => {
      reset({ gatewayName: '' });
      void queryClient.invalidateQueries(queryOptions(gatewayCalls.gateways, {}));
    },
    onFailed: (failure) => {
      setServerErrors(failure);
      // The gateway no longer exists: refetch the list.
      if (failure.httpStatus === 404) void queryClient.invalidateQueries(queryOptions(gatewayCalls.gateways, {}));
    },
  });
  const chosenId = useWatch({ control, name: 'gatewayName' });
  const chosen = gateways.find((gateway) => String(gateway.id) === chosenId);
  const error = formState.errors.gatewayName?.message;

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
        <div className={classes.error}>
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
      <div className={classes.end}>
        <SubmitButton pending={activate.pending}>Active Gateway</SubmitButton>
        <OfflineHint>Your choice is kept.</OfflineHint>
        <span className={classes.about} aria-live="polite">
          {chosen &&
            (chosen.is_active === '1'
              ? `${chosen.gateway_name} is already active.`
              : `New payments will go to ${chosen.gateway_name} once it’s activated.`)}
        </span>
      </div>
    </form>
  );
}

function GatewayList({ data: gateways, changes }: GatewaysProps) {
  return (
    <ul>
      {gateways.map((gateway) => (
        <li key={gateway.id} className={classes.row}>
          <GatewayText gateway={gateway} changes={changes} />
        </li>
      ))}
    </ul>
  );
}

function GatewayHistory({ changes }: { changes: readonly GatewayChange[] }) {
  return (
    <Card
      title="History"
      padded={false}
      actions={
        changes.length === maxGatewayChanges && (
          <span className={classes.quiet}>The newest {maxGatewayChanges} changes</span>
        )
      }
    >
      {changes.length === 0 ? (
        <p className={classes.none}>
          <History size={16} strokeWidth={1.75} aria-hidden />
          <span>
            <b>No record found</b>. The active gateway has not been changed yet.
          </span>
        </p>
      ) : (
        <table className={`card-table ${classes.table}`}>
          <thead>
            <tr>
              <th scope="col">Date & Time (UTC)</th>
              <th scope="col" className={classes.wide}>
                Changed by
              </th>
              <th scope="col">From</th>
              <th scope="col">To</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ at, by, from, to }, index) => (
              <tr key={changes.length - index}>
                <td>
                  {listDateTime(at)}
                  <BidiName className={classes.under} name={by} />
                </td>
                <td className={classes.wide}>
                  <BidiName name={by} />
                </td>
                <td>{from}</td>
                <td>{to}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

interface GatewayTextProps {
  /** The id of the element with the name. The text below it has this id plus `-about`. */
  id?: string;
  gateway: Gateway;
  changes: readonly GatewayChange[];
}

function GatewayText({ id, gateway, changes }: GatewayTextProps) {
  return (
    <>
      <span className={classes.text}>
        <span id={id} className={classes.name}>
          {gateway.gateway_name}
        </span>
        <span id={id && `${id}-about`} className={classes.quiet}>
          {activity(gateway, changes)}
        </span>
      </span>
      {gateway.is_active === '1' && <span className={`tag ${classes.active}`}>Active</span>}
    </>
  );
}

function activity({ gateway_name, is_active, last_active }: Gateway, [newest]: readonly GatewayChange[]): ReactNode {
  if (is_active === '0') return last_active ? `Last active until ${listDateTime(last_active)} (UTC)` : 'Not used yet';
  if (!newest) return 'Active since setup';
  // The newest change is to another gateway only if the database was edited by hand.
  if (newest.to !== gateway_name) return 'Active';
  return (
    <>
      Active since {listDateTime(newest.at)} (UTC), set by <BidiName name={newest.by} />
    </>
  );
}
