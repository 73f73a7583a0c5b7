import { gatewayCalls } from 'shared/api/gatewayCalls';
import { queryKeys, useCall, useSession } from 'shared/desk';
import { Card, FailedState, Note, SkeletonRows } from 'shared/kit';
import { Button, Screen } from 'shared/kit/base';
import { may, whoMay } from 'shared/rules/permissions';
import { GatewayForm } from './GatewayForm.tsx';
import { GatewayHistory } from './GatewayHistory.tsx';
import { GatewayList } from './GatewayList.tsx';
import classes from './Gateway.module.css';

/** Which payment gateway is active, who chose it, and for those who may, another one. */
export function GatewayScreen() {
  const { data, error, isFetching, refetch } = useCall(gatewayCalls.gateways, {}, { key: queryKeys.gateways() });
  const mayChange = useSession(({ role }) => may(role, 'gateway.change'));
  const again = () => void refetch();
  return (
    <Screen title="Change Gateway">
      {error && !data ? (
        <FailedState title="The gateways could not be loaded" error={error} onRetry={again} retrying={isFetching} />
      ) : (
        <div className={classes.cards}>
          {!mayChange && <Note kind="info">Only {whoMay('gateway.change')} can change this.</Note>}
          {error && (
            <Note
              kind="warning"
              role="status"
              action={
                <Button size="tiny" variant="outlined" disabled={isFetching} onClick={again}>
                  Retry
                </Button>
              }
            >
              What you see may be old: loading it anew failed.
            </Note>
          )}
          <Card
            title="Payment gateway"
            padded={false}
            actions={<span className={classes.quiet}>Exactly one is active</span>}
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
