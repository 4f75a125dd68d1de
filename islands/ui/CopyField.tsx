import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from './buttons/Button.tsx'

const COPIED_MESSAGE_MS = 3_000

type Props = { label: string; value: string; copyLabel: string; onHide(): void }

export function CopyField({ label, value, copyLabel, onHide }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(setCopied, COPIED_MESSAGE_MS, false)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    setCopied(await copyText(value, field.current))
  }

  return (
    <>
      <input
        ref={field}
        className="input"
        aria-label={label}
        readOnly
        value={value}
        onFocus={event => event.target.select()}
      />
      <div className="row row-actions">
        <Button variant="primary" autoFocus onClick={() => void copy()}>
          {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          <span aria-live="polite">{isCopied ? 'Copied' : copyLabel}</span>
        </Button>
        <Button variant="quiet" onClick={onHide}>
          Done
        </Button>
      </div>
    </>
  )
}

/** Plain http to a LAN address has no clipboard API. The text then stays selected for copying. */
async function copyText(text: string, field: HTMLInputElement | null) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    field?.select()
    return document.execCommand('copy')
  }
}
