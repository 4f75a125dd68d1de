import type { KioskRegistration } from '#domain/kiosk/kiosk'
import type { KioskSentences } from '#domain/kiosk/kiosk-languages'
import { QrCode } from '../../ui/QrCode.tsx'
import { Press, Step } from './Step.tsx'

type Props = KioskRegistration & { sentences: KioskSentences; prints: boolean; onDone(): void }

export function NumberStep({ sentences, label, ticketUrl, prints, onDone }: Props) {
  const isPrinted = prints && ticketUrl !== null

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: a touch anywhere is a short way; the keyboard has the button
    <div className="kiosk-number" data-press onClick={onDone}>
      <Step title={sentences.yourNumber}>
        <div className="kiosk-number__ticket" data-code={ticketUrl !== null}>
          <p className="kiosk-number__digits" translate="no">
            {label}
          </p>
          {ticketUrl !== null && (
            <div className="kiosk-number__code">
              <QrCode text={ticketUrl} label={sentences.scan} />
              <p>{sentences.scan}</p>
            </div>
          )}
        </div>
        <p className="kiosk-number__seat">{sentences.seat}</p>
        {isPrinted && <p className="kiosk__hint">{sentences.printed}</p>}
        <div className="kiosk__foot">
          <Press className="kiosk__press--primary kiosk-number__done">
            <span className="kiosk-number__time" aria-hidden />
            <span>{sentences.done}</span>
          </Press>
        </div>
      </Step>
    </div>
  )
}
