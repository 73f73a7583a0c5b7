import { useRevalidator } from 'react-router-dom';
import type { Area } from 'shared/remote/remoteDescriptor';
import { loadRegistry, useRemotes } from '../registry.ts';
import { RemoteDidNotLoad } from '../remote-wall/failure.ts';
import { RemoteWall } from '../remote-wall/RemoteWall.tsx';

const notThere = new RemoteDidNotLoad(
  'The list of remotes, /remotes.json, did not arrive, and none is kept from before',
);

const unaffected: Readonly<Record<Area, string>> = {
  staff: 'the dashboard is not affected',
  public: 'your order is not affected',
};

/** Stands at an address of which nobody knows whose it is, because the registry did not arrive. */
export function RegistryWall({ area }: { area: Area }) {
  const { revalidate } = useRevalidator();
  const retry = async () => {
    await loadRegistry({ refresh: true });
    if (useRemotes.getState().from === 'memory') throw notThere;
    await revalidate();
  };
  return (
    <RemoteWall
      name="The registry"
      away={{ missing: 'This page is', unaffected: unaffected[area] }}
      error={notThere}
      retry={retry}
    />
  );
}
