// plot.tsx: a chart of Observable Plot in the colours of the page.
import * as Plot from "@observablehq/plot";
import { useEffect, useRef } from "preact/hooks";

export { Plot };

export function Chart({ options, label }: { options: Plot.PlotOptions; label: string }) {
  const node = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = node.current!;
    const draw = () => {
      const chart = Plot.plot({
        width: Math.max(300, Math.min(1100, parent.clientWidth)),
        style: { background: "none", color: "inherit", fontFamily: "inherit", fontSize: "12px" },
        marginBottom: 42,
        ...options,
        x: { labelOffset: 38, ...options.x },
        height: (options.height ?? 200) + 14,
      });
      chart.setAttribute("role", "img");
      chart.setAttribute("aria-label", label);
      // The chart is one picture with one label.
      for (const part of chart.querySelectorAll("g[aria-label]")) part.removeAttribute("aria-label");
      parent.replaceChildren(chart);
    };
    draw();
    let width = parent.clientWidth;
    const observer = new ResizeObserver(() => {
      if (Math.abs(parent.clientWidth - width) < 8) return;
      width = parent.clientWidth;
      draw();
    });
    observer.observe(parent);
    return () => observer.disconnect();
  }, [options]);
  return <div class="chart" ref={node} />;
}
