import { ArrowLeft } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import './Step.css'

type StepProps = {
  title: ReactNode
  /** Focuses the heading. False if a field in the step takes the focus. */
  takesFocus?: boolean
  children?: ReactNode
}

export function Step({ title, takesFocus = true, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step appears
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [])
  return (
    <section className="kiosk__step">
      <h1 ref={heading} className="kiosk__title" tabIndex={-1}>
        {title}
      </h1>
      {children}
    </section>
  )
}

type PressProps = ComponentProps<'button'> & { onPress?: () => void }

export function Press({ onPress, className = '', ...props }: PressProps) {
  return (
    <button
      type="button"
      className={`kiosk__press ${className}`}
      {...props}
      {...(onPress ? { onClick: () => onPress() } : {})}
    />
  )
}

export function BackButton({ children, onBack }: { children: string; onBack(): void }) {
  return (
    <div className="kiosk__foot">
      <Press className="kiosk__press--quiet" onPress={onBack}>
        <ArrowLeft aria-hidden />
        {children}
      </Press>
    </div>
  )
}

export function Problem({ children }: { children: string | null }) {
  return children && <p className="kiosk__problem">{children}</p>
}
