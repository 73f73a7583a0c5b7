import { renderToString } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { CustomerLayout } from '../layout/CustomerLayout.tsx';
import { TrackOrderScreen } from './TrackOrderScreen.tsx';

// Read by webpack/firstPaint.js while the page is built. The API puts the id of the address in (`sendPage`).
Object.assign(window, {
  firstPaint: renderToString(
    <MemoryRouter initialEntries={['/track-order/__ORDER_ID__']}>
      <CustomerLayout>
        <Routes>
          <Route path="/track-order/:orderId" element={<TrackOrderScreen />} />
        </Routes>
      </CustomerLayout>
    </MemoryRouter>,
  ),
});
