import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useCloseWindow } from './use-close-window.ts'

const CLOSE_DELAY_MS = 3_000

export function SuccessStep() {
  const { isRefused, close } = useCloseWindow()

  useEffect(() => {
    const timer = setTimeout(close, CLOSE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [close])

  return (
    <div className="phone__step stack phone__step--end">
      <CircleCheck className="mark--good" size={72} aria-hidden />
      <h2 className="sign-in-title">Login Successful!</h2>
      <p>
        {isRefused
          ? 'You can close this page'
          : 'The TV is signed in. This page closes automatically.'}
      </p>
    </div>
  )
}
