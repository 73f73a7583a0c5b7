import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { CustomerLayout } from '../layout/CustomerLayout.tsx';
import { TrackOrderScreen } from './TrackOrderScreen.tsx';

// Read by webpack/firstPaint.js while the page is built.
Object.assign(window, {
  firstPaint: renderToString(
    <MemoryRouter initialEntries={['/track-order']}>
      <CustomerLayout>
        <TrackOrderScreen />
      </CustomerLayout>
    </MemoryRouter>,
  ),
});
