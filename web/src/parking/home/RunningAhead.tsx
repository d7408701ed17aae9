// The running session on Home's prerendered page, filled from the device's cache by app/prerender/fill-picture.ts.

import { Plus } from 'lucide-react'
import { useBaseWords } from '#parking/sessions/sessions.ts'
import { BareBays } from '#ui/Bays.tsx'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Panel.tsx'
import { useUiWords } from '#ui/words.ts'

export function RunningAhead() {
  const words = useBaseWords()
  const ui = useUiWords()
  return (
    <template data-running="">
      <section className="road running">
        <div className="running__top">
          <span className="sign sign--md sign--live">
            <small>{ui.zone}</small>
            <b data-known="zone" />
          </span>
          <div className="grow">
            <span
              className="figures figures--m"
              data-hour={words.hour(1)}
              data-hours={words.hour(2)}
              data-min={words.min}
            >
              <span className="nb">
                <b /> <small />{' '}
              </span>
              <small>{words.left}</small>
            </span>
            <p className="running__place t-sm t-2">
              <Facts
                items={[
                  <span key="name" data-known="name" />,
                  <span key="ends" data-known="ends">
                    {words.ends('{time}')}
                  </span>,
                ]}
              />
            </p>
          </div>
        </div>
        <div>
          <BareBays />
          <div className="bay-marks bay-marks--three">
            <span />
            <span />
            <span />
          </div>
        </div>
        <div className="running__actions">
          <Button variant="primary" size="md" icon={<Plus size={20} />} to="/dashboard">
            {words.extend}
          </Button>
          <Button variant="road" size="md" to="/dashboard">
            {words.viewSession}
          </Button>
        </div>
      </section>
    </template>
  )
}
