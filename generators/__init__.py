"""From a world to tasks and trajectories: planner, views, skills, language, teachers."""
