#!/bin/sh
# Chromium for tests: without the renderers that a window keeps for its address bar and for tabs to come, 0.6 s of CPU each.
without=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI,SpareRendererForSitePerProcess
# of several lists Chromium reads the last one only, so these names go into Playwright's
for argument; do
  shift
  case $argument in --disable-features=*) argument=$argument,$without ;; esac
  set -- "$@" "$argument"
done
exec "$CHROMIUM" "$@"
