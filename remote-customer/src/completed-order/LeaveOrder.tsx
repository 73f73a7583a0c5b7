import { useNavigate } from 'react-router-dom';
import controls from '../layout/controls.module.css';
import { forgetOrder } from '../orderAccess.ts';
import { forgetTypedFields } from '../track-order/typedFields.ts';
import { forgetAnswerDraft } from './answer/answerDraft.ts';

/** For a phone that is somebody else's: nothing of the order stays in this tab (rules 16.43). */
export function LeaveOrder({ orderId }: { orderId: string }) {
  const navigate = useNavigate();

  function leave() {
    forgetOrder(orderId);
    forgetTypedFields();
    forgetAnswerDraft(orderId);
    void navigate('/track-order', { replace: true });
  }

  return (
    <p className={controls.action}>
      <button type="button" className={controls.link} onClick={leave}>
        Not your phone? Close this order
      </button>
    </p>
  );
}
