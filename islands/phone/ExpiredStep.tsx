import { CircleAlert } from 'lucide-react'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { useCloseWindow } from './use-close-window.ts'

export function ExpiredStep({ because }: { because: string | null }) {
  const { isRefused, close } = useCloseWindow()

  return (
    <div className="phone__step stack phone__step--end">
      <CircleAlert className="mark--bad" size={72} aria-hidden />
      <h2 className="sign-in-title">Session Expired</h2>
      {because && <Alert>{because}</Alert>}
      <p>This QR session has expired. Please generate a new QR code from the TV.</p>
      <Button variant="primary" className="button--large button--wide" onClick={close}>
        Close
      </Button>
      {isRefused && <p role="status">You can close this page</p>}
    </div>
  )
}
