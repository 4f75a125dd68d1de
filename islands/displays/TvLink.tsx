import { Check, Copy } from 'lucide-react'
import { Button } from '../ui/buttons/Button.tsx'
import { useCopy } from '../ui/hooks/use-copy.ts'
import { QrCode } from '../ui/QrCode.tsx'

type Props = { name: string; url: string; onHide(): void }

export function TvLink({ name, url, onHide }: Props) {
  const { field, isCopied, copy } = useCopy()

  return (
    <section className="tv-link" aria-label={`Link for ${name}`}>
      <QrCode text={url} label={`QR code of the link for ${name}`} />
      <div className="tv-link__text">
        <p>
          Open the link on the TV, or scan the code with the TV.{' '}
          <strong>This link is shown only once.</strong>
        </p>
        <input
          ref={field}
          className="input"
          aria-label="Link"
          readOnly
          value={url}
          onFocus={event => event.target.select()}
        />
        <div className="tv-link__actions">
          <Button variant="primary" autoFocus onClick={copy}>
            {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
            <span aria-live="polite">{isCopied ? 'Copied' : 'Copy link'}</span>
          </Button>
          <Button variant="quiet" onClick={onHide}>
            Done
          </Button>
        </div>
      </div>
    </section>
  )
}
