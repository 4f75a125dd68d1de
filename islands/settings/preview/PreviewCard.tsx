import { toastError } from '../../data/toasts.ts'
import type { StageData } from '../../tv/Stage.tsx'
import { Card } from '../../ui/Card.tsx'
import { useOnDemand } from '../../ui/hooks/use-on-demand.ts'
import './PreviewCard.css'

const loadStage = () => import('./PreviewStage.tsx').then(loaded => loaded.PreviewStage)

/** The stage is loaded after the forms, so that these can be used earlier. */
export function PreviewCard({ data }: { data: StageData }) {
  const PreviewStage = useOnDemand(loadStage, { isWanted: true, onFailure: reportFailure })
  return (
    <aside className="preview-card">
      <Card title="TV Display Preview">
        <div
          className="preview-frame"
          role="img"
          aria-label="TV Display Preview"
          aria-busy={PreviewStage === null}
        >
          {PreviewStage && <PreviewStage data={data} />}
        </div>
        <p className="preview-card__note soft">Preview with unsaved changes and sample patients.</p>
      </Card>
    </aside>
  )
}

function reportFailure() {
  toastError('Error', 'The preview could not be loaded. Please reload the page.')
}
