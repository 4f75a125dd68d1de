import { Check, Copy } from 'lucide-react'
import { Button } from '../../ui/buttons/Button.tsx'
import { useCopy } from '../../ui/hooks/use-copy.ts'

type Props = { name: string; token: string; onHide(): void }

export function NewToken({ name, token, onHide }: Props) {
  const { field, isCopied, copy } = useCopy()
  return (
    <section className="programs__new stack" aria-label={`Token for ${name}`}>
      <p>
        Enter this token in {name}. <strong>It is shown only once.</strong>
      </p>
      <input
        ref={field}
        className="input"
        aria-label="Token"
        readOnly
        value={token}
        onFocus={event => event.target.select()}
      />
      <div className="row-actions">
        <Button variant="primary" autoFocus onClick={copy}>
          {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          <span aria-live="polite">{isCopied ? 'Copied' : 'Copy token'}</span>
        </Button>
        <Button variant="quiet" onClick={onHide}>
          Done
        </Button>
      </div>
    </section>
  )
}
